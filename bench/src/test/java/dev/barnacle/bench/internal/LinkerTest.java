package dev.barnacle.bench.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.bench.internal.ExampleCases.Case;
import dev.barnacle.bench.internal.ExampleCases.Cover;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ContextBuilder;
import dev.barnacle.llvm.jit.Jit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Barnacle's own linker links every example, and as LLVM's does. */
class LinkerTest {
  private static final int LOCAL_SIZE = 64;

  @Test
  void examplesGiveTheSameResultsWithBothLinkers() {
    assumeTrue(
        System.getProperty("os.name").equals("Linux"), "SKIPPED: on other systems LLVM links all");
    List<Case> examples = ExampleCases.all(LOCAL_SIZE, Cover.NON_UNIFORM);
    long before = Jit.linkedByLlvm();
    List<byte[][]> own = results(examples, Context.builder());
    assertEquals(before, Jit.linkedByLlvm(), "objects that need LLVM's linker");
    List<byte[][]> llvms = results(examples, Context.builder().engineOptions("linker=llvm"));
    assertTrue(Jit.linkedByLlvm() > before);
    for (int i = 0; i < examples.size(); i++) {
      assertArrayEquals(llvms.get(i), own.get(i), examples.get(i).toString());
    }
  }

  private static List<byte[][]> results(List<Case> examples, ContextBuilder builder) {
    try (BarnaclePlatform platform = new BarnaclePlatform(builder)) {
      return examples.stream().map(example -> results(platform, example.workload())).toList();
    }
  }

  private static byte[][] results(BarnaclePlatform platform, Workload workload) {
    try (ComputePlatform.Prepared prepared = platform.prepare(workload)) {
      long _ = prepared.run();
      byte[][] results = new byte[workload.buffers().size()][];
      for (int i = 0; i < results.length; i++) {
        results[i] = prepared.read(i);
      }
      return results;
    }
  }
}
