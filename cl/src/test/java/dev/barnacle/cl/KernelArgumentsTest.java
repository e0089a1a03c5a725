package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.engine.Argument;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What may be passed for a kernel's parameters, and what the refusals say. */
class KernelArgumentsTest {
  private final TestEngine engine = new TestEngine();

  private byte[] passed(Type type, String typeName, Object value) {
    new TestKernels().value(type, typeName, "a").in(engine).with(value).run(NDRange.of(1));
    Argument argument = engine.launches.getLast().arguments().getFirst();
    return assertInstanceOf(Argument.Bytes.class, argument).bytes().toArray(ValueLayout.JAVA_BYTE);
  }

  private static void refused(
      Kernel kernel, ErrorCode code, String message, @Nullable Object... arguments) {
    ClException e = assertThrows(ClException.class, () -> kernel.with(arguments));
    assertEquals(message + " (" + code + ")", e.getMessage());
    assertEquals(code, e.code());
  }

  @Test
  void scalarsOfEveryWidth() {
    assertArrayEquals(new byte[] {-2}, passed(Types.I8, "char", (byte) -2));
    assertArrayEquals(new byte[] {-1}, passed(Types.I8, "uchar", 255));
    assertArrayEquals(new byte[] {1, 2}, passed(Types.I16, "ushort", (char) 0x201));
    assertArrayEquals(new byte[] {1, 2, 3, 4}, passed(Types.I32, "int", 0x04030201));
    assertArrayEquals(new byte[] {1, 2, 3, 4}, passed(Types.I32, "uint", 0x04030201L));
    assertArrayEquals(
        new byte[] {8, 7, 6, 5, 4, 3, 2, 1}, passed(Types.I64, "long", 0x0102030405060708L));
    assertArrayEquals(new byte[] {0, 0, (byte) 0xc0, 0x3f}, passed(Types.F32, "float", 1.5f));
    assertArrayEquals(
        new byte[] {0, 0, 0, 0, 0, 0, (byte) 0xf8, 0x3f}, passed(Types.F64, "double", 1.5));
    assertArrayEquals(new byte[] {0, 0x3e}, passed(Types.F16, "half", 1.5f));
  }

  @Test
  void exactConversions() {
    assertArrayEquals(new byte[] {0, 0, 64, 64}, passed(Types.F32, "float", 3));
    assertArrayEquals(new byte[] {0, 0, 0, 63}, passed(Types.F32, "float", 0.5));
    assertArrayEquals(new byte[] {-1, -1, -1, -1}, passed(Types.I32, "uint", -1));
    assertArrayEquals(new byte[] {-1, -1, -1, -1}, passed(Types.I32, "uint", 4294967295L));
    assertArrayEquals(
        new byte[] {-1, -1, -1, -1, -1, -1, -1, -1},
        passed(Types.I64, "ulong", BigInteger.TWO.pow(64).subtract(BigInteger.ONE)));
    // Behind a typedef the sign is not known.
    assertArrayEquals(new byte[] {-1, -1, -1, -1}, passed(Types.I32, "my_type", 4294967295L));
    assertArrayEquals(new byte[] {-2, -1, -1, -1}, passed(Types.I32, "my_type", -2));
  }

  @Test
  void inexactConversionsAreRefused() {
    Kernel f = new TestKernels().value(Types.F32, "float", "a").in(engine);
    refused(
        f,
        ErrorCode.CL_INVALID_ARG_VALUE,
        "kernel 'k': argument 0 'a' (float) is wrong: 0.1 is not a value of float exactly; round it"
            + " first",
        0.1);
    refused(
        f,
        ErrorCode.CL_INVALID_ARG_VALUE,
        "kernel 'k': argument 0 'a' (float) is wrong: 16777217 is not a value of float exactly;"
            + " round it first",
        16777217);
    Kernel i = new TestKernels().value(Types.I32, "int", "a").in(engine);
    refused(
        i,
        ErrorCode.CL_INVALID_ARG_VALUE,
        "kernel 'k': argument 0 'a' (int) is wrong: 1.5 is not a value of int",
        1.5f);
    refused(
        i,
        ErrorCode.CL_INVALID_ARG_VALUE,
        "kernel 'k': argument 0 'a' (int) is wrong: 2147483648 is not a value of int",
        2147483648L);
  }

  @Test
  void vectors() {
    assertArrayEquals(
        new byte[] {1, 0, 0, 0, 2, 0, 0, 0},
        passed(TestKernels.vector(Types.I32, 2), "int2", new int[] {1, 2}));
    assertArrayEquals(
        new byte[] {1, 2, 3, 0},
        passed(TestKernels.vector(Types.I8, 3), "uchar3", new byte[] {1, 2, 3}));
    assertArrayEquals(
        new byte[] {0, 0, -128, 63, 0, 0, 0, 64},
        passed(TestKernels.vector(Types.F32, 2), "float2", new int[] {1, 2}));
    Kernel k = new TestKernels().value(TestKernels.vector(Types.I32, 4), "int4", "a").in(engine);
    refused(
        k,
        ErrorCode.CL_INVALID_ARG_SIZE,
        "kernel 'k': argument 0 'a' (int4) takes 4 numbers, not an array of 3 numbers",
        new int[3]);
    refused(
        k,
        ErrorCode.CL_INVALID_ARG_SIZE,
        "kernel 'k': argument 0 'a' (int4) takes 4 numbers, not one number",
        1);
  }

  @Test
  void structsByTheirBytes() {
    byte[] bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    Kernel k = new TestKernels().struct(12, "struct s", "a").in(engine);
    k.with(MemorySegment.ofArray(bytes)).run(NDRange.of(1));
    Argument.Bytes passed = (Argument.Bytes) engine.launches.getLast().arguments().getFirst();
    assertArrayEquals(bytes, passed.bytes().toArray(ValueLayout.JAVA_BYTE));
    refused(
        k,
        ErrorCode.CL_INVALID_ARG_SIZE,
        "kernel 'k': argument 0 'a' (struct s) takes 12 bytes, not 8",
        MemorySegment.ofArray(new byte[8]));
    refused(
        k,
        ErrorCode.CL_INVALID_ARG_VALUE,
        "kernel 'k': argument 0 'a' (struct s) needs a MemorySegment of 12 bytes, not the number 1",
        1);
  }

  @Test
  void pointers() {
    Kernel k =
        new TestKernels()
            .pointer(AddressSpace.GLOBAL, "int*", "g")
            .pointer(AddressSpace.CONSTANT, "int*", "c")
            .pointer(AddressSpace.LOCAL, "int*", "l")
            .in(engine);
    Buffer buffer = k.program().context().buffer(new int[] {1, 2});
    k.with(buffer, null, LocalMemory.bytes(64)).run(NDRange.of(1));
    assertEquals(
        java.util.List.of(
            new Argument.Memory(buffer.memory()), new Argument.Null(), new Argument.Local(64)),
        engine.launches.getLast().arguments());
    refused(
        k,
        ErrorCode.CL_INVALID_ARG_VALUE,
        "kernel 'k': argument 0 'g' (int*) needs a buffer, a pointer into SVM or a null pointer,"
            + " not the number 1",
        1,
        null,
        LocalMemory.bytes(4));
    refused(
        k,
        ErrorCode.CL_INVALID_ARG_VALUE,
        "kernel 'k': argument 1 'c' (int*) needs a buffer, a pointer into SVM or a null pointer,"
            + " not an array (make a buffer of it: context.buffer(array))",
        buffer,
        new int[1],
        LocalMemory.bytes(4));
    refused(
        k,
        ErrorCode.CL_INVALID_ARG_VALUE,
        "kernel 'k': argument 2 'l' (int*) needs local memory, not a buffer",
        buffer,
        buffer,
        buffer);
  }

  @Test
  void wrongCountNamesTheSignature() {
    Kernel k = new TestKernels().value(Types.I32, "int", "a").in(engine);
    refused(k, ErrorCode.CL_INVALID_KERNEL_ARGS, "kernel k(int a) takes 1 argument, not 2", 1, 2);
    refused(k, ErrorCode.CL_INVALID_KERNEL_ARGS, "kernel k(int a) takes 1 argument, not 0");
  }

  @Test
  void memoryLimits() {
    Kernel k = new TestKernels().pointer(AddressSpace.LOCAL, "int*", "l").in(engine);
    refused(
        k,
        ErrorCode.CL_OUT_OF_RESOURCES,
        "kernel 'k' is given 32769 bytes of local memory, more than the device's 32768",
        LocalMemory.bytes(32769));
    Kernel c = new TestKernels().pointer(AddressSpace.CONSTANT, "int*", "c").in(engine);
    refused(
        c,
        ErrorCode.CL_OUT_OF_RESOURCES,
        "kernel 'k': argument 0 'c' (int*) is given 65537 bytes, more than the device's 65536 bytes"
            + " of constant memory",
        c.program().context().buffer(65537));
  }

  /** As other platforms do; the engine has to cope with it. */
  @Test
  void memoryOfTheProgramNeedNotBeAligned() {
    Kernel k = new TestKernels().aligned("float4*", "g", 16).in(engine);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(64, 16);
      k.with(k.program().context().wrap(memory.asSlice(16, 16)));
      k.with(k.program().context().wrap(memory.asSlice(7, 16)));
    }
  }

  @Test
  void buffersOfOtherContextsAreRefused() {
    Kernel k = new TestKernels().pointer(AddressSpace.GLOBAL, "int*", "g").in(engine);
    refused(
        k,
        ErrorCode.CL_INVALID_MEM_OBJECT,
        "kernel 'k': argument 0 'g' (int*) is given a buffer of another context",
        new TestKernels().context(new TestEngine()).buffer(4));
  }
}
