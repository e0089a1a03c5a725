package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.Program;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TrainingTest {
  /** The training is told of no error: it would learn less. */
  @Test
  void theKernelsOfTheTrainingBuild() {
    try (Context context = Context.create();
        Program program = context.build(Training.source())) {
      assertTrue(program.kernelNames().containsAll(Training.KINDS));
      TreeSet<String> others = new TreeSet<>(program.kernelNames());
      Training.KINDS.forEach(others::remove);
      assertEquals(List.of("grid"), List.copyOf(others));
    }
  }
}
