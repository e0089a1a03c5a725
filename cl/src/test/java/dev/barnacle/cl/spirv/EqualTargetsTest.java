package dev.barnacle.cl.spirv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.IlModule;
import dev.barnacle.cl.NDRange;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.watch.Report;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random control-flow graphs with several edges from a block to another, on each engine: {@code
 * OpPhi} has one entry for each parent block, or as before 2024 one for each edge (SPIR-V,
 * 3.49.17).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EqualTargetsTest {
  private static final int SIZE = 32;

  private final List<Context> contexts =
      List.of(
          Context.create(),
          Context.builder().engineOptions("lanes=1").create(),
          Context.builder().watched().create());

  @AfterAll
  void close() {
    contexts.forEach(Context::close);
  }

  static LongStream seeds() {
    long first = Long.getLong("barnacle.test.seed", 0);
    return LongStream.range(first, first + Long.getLong("barnacle.test.graphs", 30));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void valuesComeFromTheParentBlock(long seed) {
    RandomGraph graph = new RandomGraph(new SplittableRandom(seed), seed % 3 == 0);
    IlModule module = IlModule.of("m.spv", Assembler.assemble(graph.text()));
    int[] elements = new SplittableRandom(seed + 1).ints(SIZE).toArray();
    String wanted = Arrays.toString(Arrays.stream(elements).map(graph::result).toArray());
    for (Context context : contexts) {
      int[] have = new int[SIZE];
      try (Buffer data = context.buffer(elements)) {
        launch(context, context.build(module, "").kernel("k").with(data));
        data.read(have);
      }
      assertEquals(wanted, Arrays.toString(have), graph::text);
    }
    int[] two = Arrays.copyOf(elements, 2);
    try (Buffer data = contexts.getFirst().buffer(two)) {
      BoundKernel kernel = contexts.getFirst().build(module, "").kernel("k").with(data);
      KernelOutcome outcome = kernel.explore(NDRange.of(2).local(1));
      assertEquals(1, outcome.states().size(), graph::text);
      byte[] bytes = outcome.states().getFirst().contents().getFirst();
      int[] have = new int[2];
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(have);
      int[] results = Arrays.stream(two).map(graph::result).toArray();
      assertEquals(Arrays.toString(results), Arrays.toString(have), graph::text);
    }
  }

  /** Nothing may be found in a kernel that is watched. */
  private void launch(Context context, BoundKernel kernel) {
    NDRange range = NDRange.of(SIZE).local(16);
    if (context == contexts.getLast()) {
      Report report = kernel.check(range);
      assertTrue(report.isClean(), report::toString);
    } else {
      kernel.run(range);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%c1 %entry %c2 %entry: it has two values for the parent %",
        "%c1 %next: is no parent of its block",
        "%c1 %entry %c2 %next: is no parent of its block",
        "%c1 %other: it has no entry for the parent %",
      })
  void entriesThatAreWrongAreNamed(String row) {
    String text =
        """
        OpCapability Addresses
        OpCapability Kernel
        OpMemoryModel Physical64 OpenCL
        OpEntryPoint Kernel %k "k"
        %void = OpTypeVoid
        %bool = OpTypeBool
        %u32 = OpTypeInt 32 0
        %c1 = OpConstant %u32 1
        %c2 = OpConstant %u32 2
        %yes = OpConstantTrue %bool
        %type = OpTypeFunction %void
        %k = OpFunction %void None %type
        %start = OpLabel
        OpBranchConditional %yes %entry %other
        %other = OpLabel
        OpBranch %OTHER
        %entry = OpLabel
        OpBranchConditional %yes %next %next
        %next = OpLabel
        %x = OpPhi %u32 ENTRIES
        OpReturn
        %end = OpLabel
        OpReturn
        OpFunctionEnd
        """
            .replace("ENTRIES", row.substring(0, row.indexOf(':')))
            .replace("%OTHER", row.contains("%other") ? "%next" : "%end");
    IlModule module = IlModule.of("m.spv", Assembler.assemble(text));
    ClException e = assertThrows(ClException.class, () -> contexts.getFirst().build(module, ""));
    assertTrue(String.valueOf(e.getMessage()).contains(row.substring(row.indexOf(':') + 2)));
  }
}
