package dev.barnacle.cl.spirv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.IlModule;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.watch.Report;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the kernel {@code k} of each {@code .spvasm} beside this class's resources on each engine.
 * Comments at the head of a file say how: {@code ; size: GLOBAL LOCAL}, then its arguments in
 * order: {@code ; int: N}, {@code ; in: N …} for a buffer of integers with these contents, {@code ;
 * out: N …} for one of zeros that has these contents afterwards.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpirvKernelsTest {
  private final List<Context> contexts =
      List.of(
          Context.create(),
          Context.builder().engineOptions("lanes=1").create(),
          Context.builder().watched().create());

  @AfterAll
  void close() {
    contexts.forEach(Context::close);
  }

  static List<Path> modules() throws IOException, URISyntaxException {
    Path one =
        Path.of(
            Objects.requireNonNull(SpirvKernelsTest.class.getResource("builtins.spvasm")).toURI());
    try (Stream<Path> files = Files.list(Objects.requireNonNull(one.getParent()))) {
      return files.filter(f -> f.toString().endsWith(".spvasm")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("modules")
  void resultsAreAsTheModuleSays(Path file) throws IOException {
    String text = Files.readString(file);
    IlModule module = IlModule.of("m.spv", Assembler.assemble(text));
    List<String> head =
        text.lines().filter(line -> line.matches("; (size|int|in|out): .*")).toList();
    for (Context context : contexts) {
      run(context, context.build(module, ""), head);
    }
  }

  private void run(Context context, Program program, List<String> head) {
    List<Object> arguments = new ArrayList<>();
    Map<Buffer, int[]> wanted = new LinkedHashMap<>();
    NDRange range = NDRange.of(1);
    for (String line : head) {
      int[] numbers = numbers(line);
      switch (line.substring(2, line.indexOf(':'))) {
        case "size" -> range = NDRange.of(numbers[0]).local(numbers[1]);
        case "int" -> arguments.add(numbers[0]);
        case "in" -> arguments.add(context.buffer(MemorySegment.ofArray(numbers)));
        default -> {
          Buffer out = context.buffer(MemorySegment.ofArray(new int[numbers.length]));
          wanted.put(out, numbers);
          arguments.add(out);
        }
      }
    }
    launch(context, program.kernel("k").with(arguments.toArray()), range);
    wanted.forEach(
        (buffer, numbers) -> {
          int[] have = new int[numbers.length];
          buffer.read(0, MemorySegment.ofArray(have));
          assertEquals(Arrays.toString(numbers), Arrays.toString(have));
        });
  }

  private static int[] numbers(String line) {
    String[] words = line.substring(line.indexOf(':') + 1).strip().split(" +");
    return Arrays.stream(words).mapToInt(word -> (int) (long) Long.decode(word)).toArray();
  }

  /** Nothing may be found in a kernel that is watched. */
  private void launch(Context context, BoundKernel kernel, NDRange range) {
    if (context == contexts.getLast()) {
      Report report = kernel.check(range);
      assertTrue(report.isClean(), report::toString);
    } else {
      kernel.run(range);
    }
  }
}
