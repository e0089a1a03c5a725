package dev.barnacle.cli.internal.spirv;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lwjgl.util.shaderc.Shaderc;

/**
 * SPIRV-Tools, which the library of shaderc holds: the validator, the assembler and the
 * disassembler, by the C functions that LWJGL does not name.
 */
public final class SpirvTools {
  /** {@code SPV_ENV_UNIVERSAL_1_6}: of all versions, and of no API. */
  private static final int ENVIRONMENT = 24;

  /** {@code SPV_ENV_UNIVERSAL_1_0} to {@code SPV_ENV_UNIVERSAL_1_6}. */
  private static final List<Integer> VERSIONS = List.of(0, 2, 10, 17, 20, 22, ENVIRONMENT);

  /** The disassembler's line with the version. */
  private static final Pattern VERSION =
      Pattern.compile("^; Version: 1\\.([0-6])$", Pattern.MULTILINE);

  /** Of {@code spv_validator_limit}: these many kinds, and behind them the bound of ids. */
  private static final int LIMITS = 8;

  private static final int INDENT = 0x8;
  private static final int FRIENDLY_NAMES = 0x40;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final AddressLayout POINTER = ValueLayout.ADDRESS;

  private final MethodHandle create = function("spvContextCreate", POINTER, INT);
  private final MethodHandle destroy = voidFunction("spvContextDestroy", POINTER);
  private final MethodHandle createOptions = function("spvValidatorOptionsCreate", POINTER);
  private final MethodHandle destroyOptions = voidFunction("spvValidatorOptionsDestroy", POINTER);
  private final MethodHandle setLimit =
      voidFunction("spvValidatorOptionsSetUniversalLimit", POINTER, INT, INT);
  private final MethodHandle validate =
      function("spvValidateWithOptions", INT, POINTER, POINTER, POINTER, POINTER);
  private final MethodHandle toText =
      function("spvBinaryToText", INT, POINTER, POINTER, LONG, INT, POINTER, POINTER);
  private final MethodHandle toBinary =
      function("spvTextToBinary", INT, POINTER, POINTER, LONG, POINTER, POINTER);
  private final MethodHandle destroyBinary = voidFunction("spvBinaryDestroy", POINTER);
  private final MethodHandle destroyText = voidFunction("spvTextDestroy", POINTER);
  private final MethodHandle destroyDiagnostic = voidFunction("spvDiagnosticDestroy", POINTER);

  private static MemorySegment address(String name) {
    return MemorySegment.ofAddress(Shaderc.getLibrary().getFunctionAddress(name));
  }

  private static MethodHandle function(
      String name, MemoryLayout result, MemoryLayout... parameters) {
    return Linker.nativeLinker()
        .downcallHandle(address(name), FunctionDescriptor.of(result, parameters));
  }

  private static MethodHandle voidFunction(String name, MemoryLayout... parameters) {
    return Linker.nativeLinker()
        .downcallHandle(address(name), FunctionDescriptor.ofVoid(parameters));
  }

  /**
   * Returns what is not valid in a module; empty for nothing.
   *
   * @param portable whether more than each consumer must take is not valid either (SPIR-V, 2.17
   *     "Universal Limits")
   */
  public Optional<String> validate(byte[] module, boolean portable) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment context = (MemorySegment) create.invokeExact(ENVIRONMENT);
      MemorySegment options = (MemorySegment) createOptions.invokeExact();
      for (int limit = 0; limit < LIMITS && !portable; limit++) {
        setLimit.invokeExact(options, limit, Integer.MAX_VALUE);
      }
      MemorySegment binary = arena.allocate(MemoryLayout.structLayout(POINTER, LONG));
      binary.set(POINTER, 0, words(arena, module));
      binary.set(LONG, POINTER.byteSize(), module.length / Integer.BYTES);
      MemorySegment diagnostic = arena.allocate(POINTER);
      int status = (int) validate.invokeExact(context, options, binary, diagnostic);
      Optional<String> message = status == 0 ? Optional.empty() : Optional.of(take(diagnostic));
      destroyOptions.invokeExact(options);
      destroy.invokeExact(context);
      return message;
    } catch (Throwable e) {
      throw new IllegalStateException("SPIRV-Tools' validator", e);
    }
  }

  /**
   * Returns the module that a text says: of the version that it names as the disassembler does,
   * else of the lowest that has all that it says.
   *
   * @param file what messages call it
   * @throws InputException if it has a mistake, with its place
   */
  byte[] assemble(String file, byte[] text) {
    Matcher named = VERSION.matcher(new String(text, StandardCharsets.ISO_8859_1));
    int version = named.find() ? Integer.parseInt(named.group(1)) : 0;
    for (int environment : VERSIONS.subList(version, VERSIONS.size() - 1)) {
      try {
        return assemble(file, text, environment);
      } catch (InputException e) {
        // A later version may have what this one has not.
      }
    }
    return assemble(file, text, ENVIRONMENT);
  }

  private byte[] assemble(String file, byte[] text, int environment) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment context = (MemorySegment) create.invokeExact(environment);
      MemorySegment source = arena.allocate(Math.max(1, text.length));
      source.asSlice(0, text.length).copyFrom(MemorySegment.ofArray(text));
      MemorySegment binary = arena.allocate(POINTER);
      MemorySegment diagnostic = arena.allocate(POINTER);
      int status =
          (int) toBinary.invokeExact(context, source, (long) text.length, binary, diagnostic);
      byte[] module = status == 0 ? words(binary) : new byte[0];
      InputException mistake = status == 0 ? null : mistake(file, diagnostic);
      destroy.invokeExact(context);
      if (mistake != null) {
        throw mistake;
      }
      return module;
    } catch (InputException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("SPIRV-Tools' assembler", e);
    }
  }

  /** A binary is the address of words, and their number. */
  private byte[] words(MemorySegment binary) throws Throwable {
    MemorySegment all = binary.get(POINTER, 0);
    MemorySegment parts = all.reinterpret(POINTER.byteSize() + LONG.byteSize());
    long bytes = parts.get(LONG, POINTER.byteSize()) * Integer.BYTES;
    byte[] module = parts.get(POINTER, 0).reinterpret(bytes).toArray(ValueLayout.JAVA_BYTE);
    destroyBinary.invokeExact(all);
    return module;
  }

  private InputException mistake(String file, MemorySegment diagnostic) throws Throwable {
    MemorySegment found = diagnostic.get(POINTER, 0);
    if (found.address() == 0) {
      return new InputException(Place.file(file), take(diagnostic));
    }
    MemorySegment position = found.reinterpret(2 * LONG.byteSize());
    int line = (int) position.get(LONG, 0) + 1;
    int column = (int) position.get(LONG, LONG.byteSize()) + 1;
    return new InputException(new Place(file, line, column), take(diagnostic));
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
    return new String(bytes.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
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
