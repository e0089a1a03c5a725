package dev.barnacle.frontend.internal.spirv;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.internal.reader.LlvmReader;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Modules that were damaged at random are compiled and read, or refused with a place: never does
 * one take the process down, and none hangs. {@code -Dbarnacle.test.modules=N} tries more of them,
 * {@code -Dbarnacle.test.seed=S} others, {@code -Dbarnacle.test.assembly=FOLDER} those of a folder
 * of assembly too; the profile {@code mutants} a million.
 */
class MutatedModulesTest {
  private static final int HEADER = 5;

  /** Most take a thousandth of a second: one that takes so long on a busy machine hangs. */
  private static final Duration HANGS = Duration.ofSeconds(30);

  /** An instruction, or what is wrong with the module itself. */
  private static final Pattern PLACE =
      Pattern.compile(
          "m\\.spv:word \\d+: error: "
              + "(Op\\w+: |opcode \\d+ |version |the bound of |the header has |the module has no "
              + "|a module is whole words|this is no SPIR-V)");

  private final List<int[]> modules = new ArrayList<>();

  @Test
  void damagedModulesAreRefusedOrCompiled() throws IOException {
    Samples.NAMES.forEach(name -> modules.add(words(Samples.module(name))));
    addFolder(System.getProperty("barnacle.test.assembly"));
    long seed = Long.getLong("barnacle.test.seed", 1);
    int tries = Integer.getInteger("barnacle.test.modules", 1000);
    int compiled = 0;
    for (int i = 0; i < tries; i++) {
      long one = seed + i;
      String name = "-Dbarnacle.test.seed=" + one;
      compiled += assertTimeoutPreemptively(HANGS, () -> tries(name, one), name) ? 1 : 0;
    }
    assertTrue(compiled > 0, "none of them compiles");
    assertTrue(compiled < tries, "all of them compile");
  }

  private void addFolder(@Nullable String folder) throws IOException {
    if (folder != null) {
      try (Stream<Path> files = Files.list(Path.of(folder)).sorted()) {
        for (Path file : files.filter(f -> f.toString().contains(".spvasm")).toList()) {
          modules.add(words(Assembler.assemble(Files.readString(file))));
        }
      }
    }
  }

  private boolean tries(String name, long seed) {
    try {
      byte[] bitcode = SpirvCompiler.compile("m.spv", module(new Random(seed)), Map.of());
      read(bitcode);
      return true;
    } catch (FrontendException e) {
      assertTrue(PLACE.matcher(String.valueOf(e.getMessage())).lookingAt(), e.getMessage());
      return false;
    } catch (RuntimeException | StackOverflowError e) {
      throw new AssertionError(name, e);
    }
  }

  /** Makes IR of a module without the library: that all is supported is not asked for. */
  private static void read(byte[] bitcode) {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseBitcode(context, "m.spv", bitcode)) {
      LlvmReader.read(module, "m.spv");
    } catch (FrontendException e) {
      assertTrue(String.valueOf(e.getMessage()).contains(": error: "), e.getMessage());
    }
  }

  /** Damaged by its instructions, or as any bytes may be. */
  private byte[] module(Random random) {
    int[] words = modules.get(random.nextInt(modules.size())).clone();
    int changes = 1 + random.nextInt(4);
    boolean byBytes = random.nextInt(3) == 0;
    byte[] module = bytes(words);
    for (int i = 0; i < changes; i++) {
      if (byBytes) {
        module = damaged(module, random);
      } else {
        words = damaged(words, random);
      }
    }
    return byBytes ? module : bytes(words);
  }

  private static byte[] damaged(byte[] module, Random random) {
    int at = random.nextInt(module.length);
    byte[] out = module.clone();
    switch (random.nextInt(4)) {
      case 0 -> out[at] = (byte) random.nextInt();
      case 1 -> out[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      case 2 -> out = Arrays.copyOf(module, Math.max(1, at));
      default -> {
        int more = 1 + random.nextInt(8);
        out = new byte[module.length + more];
        System.arraycopy(module, 0, out, 0, at);
        System.arraycopy(module, at, out, at + more, module.length - at);
      }
    }
    return out;
  }

  private int[] damaged(int[] words, Random random) {
    List<Integer> starts = starts(words);
    int at = HEADER + random.nextInt(Math.max(1, words.length - HEADER));
    int start = starts.isEmpty() ? at : starts.get(random.nextInt(starts.size()));
    int[] out = words.clone();
    switch (random.nextInt(9)) {
      case 0 -> out[at] = random.nextInt();
      case 1 -> out[at] ^= 1 << random.nextInt(32);
      case 2 -> out[at] = random.nextInt(Math.max(1, words[3]));
      case 3 -> out[start] = (out[start] & 0xffff0000) | random.nextInt(400);
      case 4 -> out[start] += (random.nextInt(3) - 1) << 16;
      case 5 -> out = without(words, start);
      case 6 -> out = twice(words, start);
      case 7 -> out = again(words, start, starts.get(random.nextInt(starts.size())));
      default -> {
        int operand = Math.min(words.length - 1, start + 1 + random.nextInt(4));
        out[operand] = words[HEADER + random.nextInt(words.length - HEADER)];
      }
    }
    return out;
  }

  private static int length(int[] words, int start) {
    return Math.min(Math.max(1, words[start] >>> 16), words.length - start);
  }

  private static int[] without(int[] words, int start) {
    int count = length(words, start);
    int[] out = new int[words.length - count];
    System.arraycopy(words, 0, out, 0, start);
    System.arraycopy(words, start + count, out, start, words.length - start - count);
    return out.length <= HEADER ? words : out;
  }

  private static int[] twice(int[] words, int start) {
    int count = length(words, start);
    int[] out = new int[words.length + count];
    System.arraycopy(words, 0, out, 0, start + count);
    System.arraycopy(words, start, out, start + count, words.length - start);
    return out;
  }

  /** Puts a copy of an instruction before another one. */
  private static int[] again(int[] words, int before, int start) {
    int count = length(words, start);
    int[] out = new int[words.length + count];
    System.arraycopy(words, 0, out, 0, before);
    System.arraycopy(words, start, out, before, count);
    System.arraycopy(words, before, out, before + count, words.length - before);
    return out;
  }

  private static List<Integer> starts(int[] words) {
    List<Integer> starts = new ArrayList<>();
    for (int at = HEADER; at < words.length; at += length(words, at)) {
      starts.add(at);
    }
    return starts;
  }

  private static int[] words(byte[] module) {
    int[] words = new int[module.length / Integer.BYTES];
    ByteBuffer.wrap(module).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
    return words;
  }

  private static byte[] bytes(int[] words) {
    ByteBuffer bytes = ByteBuffer.allocate(words.length * 4).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(words);
    return bytes.array();
  }
}
