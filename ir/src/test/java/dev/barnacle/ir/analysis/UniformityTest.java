package dev.barnacle.ir.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Golden;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.RandomModules;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.ir.verify.Verifier;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class UniformityTest {
  private static final String FOLDER = "uniformity";

  private static Module read(String name) {
    Module module = IrParser.parse(Golden.read(FOLDER, name + ".ir"), name + ".ir");
    Verifier.check(module);
    return module;
  }

  @TestFactory
  Stream<DynamicTest> golden() {
    List<String> names = Golden.names(FOLDER, ".ir");
    assertFalse(names.isEmpty());
    return names.stream().map(name -> DynamicTest.dynamicTest(name, () -> check(name)));
  }

  private static void check(String name) {
    String text =
        read(name).functions().stream()
            .map(function -> new Uniformity(function).print())
            .collect(Collectors.joining());
    Golden.check(FOLDER, name + ".expected", text);
  }

  @Test
  void valueOfUnevenLoopIsUniformInsideAndVaryingBehind() {
    Function kernel = read("loop-uneven").kernels().getFirst();
    Uniformity uniformity = new Uniformity(kernel);
    Block loop = kernel.blocks().get(1);
    Block done = kernel.blocks().get(2);
    Instruction i = loop.instructions().getFirst();
    assertTrue(uniformity.isUniform(i));
    assertTrue(uniformity.isUniform(i, loop));
    assertFalse(uniformity.isUniform(i, done));
    assertTrue(uniformity.isUneven(uniformity.loops().all().getFirst()));
  }

  /** Taking the marks as given, no rule of data flow is broken. */
  @Property(tries = 100)
  void uniformResultsHaveUniformOperands(@ForAll long seed) {
    for (Function function : RandomModules.of(seed).functions()) {
      Uniformity uniformity = new Uniformity(function);
      ControlFlow flow = new ControlFlow(function);
      for (Block block : flow.reversePostOrder()) {
        for (Instruction instruction : block.instructions()) {
          boolean exempt = instruction instanceof GroupOperation;
          if (instruction.hasResult() && uniformity.isUniform(instruction) && !exempt) {
            assertEquals(
                List.of(),
                instruction.operands().stream()
                    .filter(operand -> !uniformity.isUniform(operand, block))
                    .toList(),
                () -> uniformity.print());
          }
        }
      }
    }
  }
}
