package dev.barnacle.llvm.jit;

import dev.barnacle.llvm.host.NativeCall;
import dev.barnacle.llvm.machine.Machine;
import dev.barnacle.llvm.machine.X86;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The identity of this computer's processor, found without LLVM: all that LLVM looks at to name it
 * and its features. Emulators and tools such as valgrind answer it as they answer LLVM.
 */
public final class ProcessorId {
  /** {@code void cpuid(int *result, int leaf, int subleaf)}. */
  private static final byte[] CPUID =
      bytes(
          0x53, // push rbx
          0x89, 0xf0, // mov eax, esi
          0x89, 0xd1, // mov ecx, edx
          0x0f, 0xa2, // cpuid
          0x89, 0x07, // mov [rdi], eax
          0x89, 0x5f, 0x04, // mov [rdi+4], ebx
          0x89, 0x4f, 0x08, // mov [rdi+8], ecx
          0x89, 0x57, 0x0c, // mov [rdi+12], edx
          0x5b, // pop rbx
          0xc3); // ret

  /** {@code void xgetbv(int *result)}: the registers that the system saves. */
  private static final byte[] XGETBV =
      bytes(
          0x31, 0xc9, // xor ecx, ecx
          0x0f, 0x01, 0xd0, // xgetbv
          0x89, 0x07, // mov [rdi], eax
          0x89, 0x57, 0x04, // mov [rdi+4], edx
          0xc3); // ret

  /** Leaves and subleaves of names and features, those of Intel and those of AMD. */
  private static final int[][] LEAVES = {
    {7, 0}, {7, 1}, {7, 2}, {0xd, 1}, {0x14, 0}, {0x19, 0}, {0x1e, 1}, {0x24, 0}
  };

  private static final int[] EXTENDED = {0x80000001, 0x80000008, 0x80000021};

  private static final int EXTENDED_COUNT = 0x80000000;

  /** In leaf 1: bits of EBX without the number of the processor, and XGETBV's in ECX. */
  private static final int NO_NUMBER = 0x00ffffff;

  private static final int HAS_XGETBV = 1 << 27;

  private ProcessorId() {}

  /** Returns it as text; empty on systems where that is not known. */
  public static Optional<String> get() {
    if (!CodeMemory.isAvailable()) {
      return Optional.empty();
    }
    return Machine.host() instanceof X86 ? Optional.of(x86()) : linux();
  }

  private static String x86() {
    CodeMemory code = CodeMemory.reserve(CodeMemory.pageBytes());
    try (Arena arena = Arena.ofConfined()) {
      byte[] page = new byte[CodeMemory.pageBytes()];
      int second = page.length / 2;
      System.arraycopy(CPUID, 0, page, 0, CPUID.length);
      System.arraycopy(XGETBV, 0, page, second, XGETBV.length);
      code.fill(page, page.length);
      MemorySegment result = arena.allocate(4 * Integer.BYTES, 16);
      return new Cpuid(code.address(), code.address() + second, result, new StringBuilder()).text();
    } finally {
      code.free();
    }
  }

  /**
   * Asks the instruction.
   *
   * @param result where it puts its four registers
   */
  private record Cpuid(long cpuid, long xgetbv, MemorySegment result, StringBuilder all) {
    String text() {
      ask(0, 0);
      int most = word(0);
      add(-1);
      ask(1, 0);
      boolean saves = (word(2) & HAS_XGETBV) != 0;
      add(NO_NUMBER);
      for (int[] leaf : LEAVES) {
        if (leaf[0] <= most) {
          ask(leaf[0], leaf[1]);
          add(leaf[0] == 0xd ? 0 : -1);
        }
      }
      ask(EXTENDED_COUNT, 0);
      int mostExtended = word(0);
      for (int leaf : EXTENDED) {
        if (Integer.compareUnsigned(leaf, mostExtended) <= 0) {
          ask(leaf, 0);
          add(-1);
        }
      }
      if (saves) {
        NativeCall.call(xgetbv, result.address(), 0, 0, 0, 0, 0);
        all.append(Integer.toHexString(word(0)));
      }
      return all.toString();
    }

    private void ask(int leaf, int subleaf) {
      NativeCall.call(cpuid, result.address(), leaf, subleaf, 0, 0, 0);
    }

    private int word(int register) {
      return result.get(ValueLayout.JAVA_INT, (long) register * Integer.BYTES);
    }

    /** Adds the four registers; EBX of some leaves says where this happens to run. */
    private void add(int maskOfB) {
      for (int i = 0; i < 4; i++) {
        all.append(Integer.toHexString(i == 1 ? word(i) & maskOfB : word(i))).append(' ');
      }
    }
  }

  /** Returns what the system tells programs, and LLVM, of each kind of its processors. */
  private static Optional<String> linux() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return Optional.of(
          lines
              .filter(l -> l.startsWith("CPU ") || l.startsWith("Features"))
              .distinct()
              .collect(Collectors.joining("\n")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
