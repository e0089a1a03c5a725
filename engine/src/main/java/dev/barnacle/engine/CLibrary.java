package dev.barnacle.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/** The C library's {@code snprintf}, for one number or string at a time. */
final class CLibrary {
  private static final MethodHandle LONG = snprintf(ValueLayout.JAVA_LONG);
  private static final MethodHandle DOUBLE = snprintf(ValueLayout.JAVA_DOUBLE);
  private static final MethodHandle STRING = snprintf(ValueLayout.ADDRESS);

  private CLibrary() {}

  private static MethodHandle snprintf(MemoryLayout argument) {
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor type =
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_LONG,
            ValueLayout.ADDRESS,
            argument);
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("snprintf"), type, Linker.Option.firstVariadicArg(3));
  }

  static String format(String specification, long value) {
    return call(LONG, specification, value);
  }

  static String format(String specification, double value) {
    return call(DOUBLE, specification, value);
  }

  static String format(String specification, String value) {
    try (Arena arena = Arena.ofConfined()) {
      return call(STRING, specification, arena.allocateFrom(value, StandardCharsets.ISO_8859_1));
    }
  }

  private static String call(MethodHandle function, String specification, Object value) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment format = arena.allocateFrom(specification, StandardCharsets.ISO_8859_1);
      int length = (int) function.invoke(MemorySegment.NULL, 0L, format, value);
      if (length < 0) {
        return "";
      }
      MemorySegment buffer = arena.allocate(length + 1L);
      int unused = (int) function.invoke(buffer, length + 1L, format, value);
      return buffer.getString(0, StandardCharsets.ISO_8859_1);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("snprintf", e);
    }
  }
}
