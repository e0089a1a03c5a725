package dev.barnacle.cli.internal.compile;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.lwjgl.util.shaderc.Shaderc;

/**
 * SPIRV-Tools, which the library of shaderc holds: the validator and the disassembler, by the C
 * functions that LWJGL does not name.
 */
public final class SpirvTools {
  /** {@code SPV_ENV_UNIVERSAL_1_6}: of all versions, and of no API. */
  private static final int ENVIRONMENT = 24;

  private static final int INDENT = 0x8;
  private static final int FRIENDLY_NAMES = 0x40;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final java.lang.foreign.AddressLayout POINTER = ValueLayout.ADDRESS;

  private final MethodHandle create = function("spvContextCreate", POINTER, INT);
  private final MethodHandle destroy = voidFunction("spvContextDestroy", POINTER);
  private final MethodHandle validate =
      function("spvValidateBinary", INT, POINTER, POINTER, LONG, POINTER);
  private final MethodHandle toText =
      function("spvBinaryToText", INT, POINTER, POINTER, LONG, INT, POINTER, POINTER);
  private final MethodHandle destroyText = voidFunction("spvTextDestroy", POINTER);
  private final MethodHandle destroyDiagnostic = voidFunction("spvDiagnosticDestroy", POINTER);

  private static MemorySegment address(String name) {
    return MemorySegment.ofAddress(Shaderc.getLibrary().getFunctionAddress(name));
  }

  private static MethodHandle function(
      String name,
      java.lang.foreign.MemoryLayout result,
      java.lang.foreign.MemoryLayout... parameters) {
    return Linker.nativeLinker()
        .downcallHandle(address(name), FunctionDescriptor.of(result, parameters));
  }

  private static MethodHandle voidFunction(
      String name, java.lang.foreign.MemoryLayout... parameters) {
    return Linker.nativeLinker()
        .downcallHandle(address(name), FunctionDescriptor.ofVoid(parameters));
  }

  /** Returns what is not valid in a module; empty for nothing. */
  public Optional<String> validate(byte[] module) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment context = (MemorySegment) create.invokeExact(ENVIRONMENT);
      MemorySegment words = words(arena, module);
      MemorySegment diagnostic = arena.allocate(POINTER);
      int status = (int) validate.invokeExact(context, words, (long) module.length / 4, diagnostic);
      Optional<String> message = status == 0 ? Optional.empty() : Optional.of(take(diagnostic));
      destroy.invokeExact(context);
      return message;
    } catch (Throwable e) {
      throw new IllegalStateException("SPIRV-Tools' validator", e);
    }
  }

  /**
   * Returns a module as text.
   *
   * @throws IllegalArgumentException if it is none
   */
  public String disassemble(byte[] module) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment context = (MemorySegment) create.invokeExact(ENVIRONMENT);
      MemorySegment text = arena.allocate(POINTER);
      MemorySegment diagnostic = arena.allocate(POINTER);
      int status =
          (int)
              toText.invokeExact(
                  context,
                  words(arena, module),
                  (long) module.length / 4,
                  INDENT | FRIENDLY_NAMES,
                  text,
                  diagnostic);
      String result;
      if (status == 0) {
        MemorySegment all = text.get(POINTER, 0);
        MemorySegment parts = all.reinterpret(POINTER.byteSize() + LONG.byteSize());
        long length = parts.get(LONG, POINTER.byteSize());
        result = string(parts.get(POINTER, 0).reinterpret(length));
        destroyText.invokeExact(all);
      } else {
        result = take(diagnostic);
      }
      destroy.invokeExact(context);
      if (status != 0) {
        throw new IllegalArgumentException(result);
      }
      return result;
    } catch (IllegalArgumentException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("SPIRV-Tools' disassembler", e);
    }
  }

  private static MemorySegment words(Arena arena, byte[] module) {
    MemorySegment words = arena.allocate(module.length, Integer.BYTES);
    words.copyFrom(MemorySegment.ofArray(module));
    return words;
  }

  private static String string(MemorySegment bytes) {
    return new String(
        bytes.toArray(ValueLayout.JAVA_BYTE), java.nio.charset.StandardCharsets.UTF_8);
  }

  /** A diagnostic is a position (three sizes), a text, and whether that was assembly. */
  private String take(MemorySegment diagnostic) throws Throwable {
    MemorySegment found = diagnostic.get(POINTER, 0);
    if (found.address() == 0) {
      return "it is not valid";
    }
    MemorySegment parts = found.reinterpret(4 * LONG.byteSize());
    String text = parts.get(POINTER, 3 * LONG.byteSize()).reinterpret(Long.MAX_VALUE).getString(0);
    destroyDiagnostic.invokeExact(found);
    return text.strip();
  }
}
