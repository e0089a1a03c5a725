package dev.barnacle.ir.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Golden;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.RandomModules;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.ir.text.IrPrinter;
import dev.barnacle.ir.verify.VerificationException;
import dev.barnacle.ir.verify.Verifier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each pass over the texts of its folder: NAME.ir becomes NAME.after, and stays that. */
class PassTest {
  private static final List<Pass> PASSES =
      List.of(
          new RemoveUnreachableBlocks(),
          new DeadCodeElimination(),
          new InlineCallsWithBarriers(),
          new InlineCalls(1000),
          new ExpandPrivateCopies(),
          new LowerGroupOperations(4096),
          new SplitVectorAccesses(),
          new PromoteVariables(),
          new StoreComponents(),
          new ThreadJumps(),
          new MakeReducible(),
          new FoldElements(),
          new NarrowArithmetic(),
          new ReuseValues(),
          new CloseLoops());

  private static Pipeline pipeline() {
    return new Pipeline(PASSES);
  }

  @TestFactory
  Stream<DynamicTest> goldenPairs() {
    return PASSES.stream().flatMap(PassTest::goldenPairs);
  }

  private static Stream<DynamicTest> goldenPairs(Pass pass) {
    String folder = "pass/" + pass.name();
    List<String> names = Golden.names(folder, ".ir");
    assertFalse(names.isEmpty(), folder);
    return names.stream()
        .map(name -> DynamicTest.dynamicTest(folder + "/" + name, () -> check(pass, folder, name)));
  }

  private static void check(Pass pass, String folder, String name) {
    Module module = IrParser.parse(Golden.read(folder, name + ".ir"), name + ".ir");
    Verifier.check(module);
    assertTrue(pass.run(module), "changed");
    Golden.check(folder, name + ".after", IrPrinter.print(module));
    Verifier.check(module);
    assertFalse(pass.run(module), "changed again");
  }

  @Property(tries = 200)
  void correctModulesStayCorrect(@ForAll long seed) {
    Module module = RandomModules.of(seed);
    pipeline().verified().run(module);
    for (Function function : module.functions()) {
      String text = IrPrinter.print(function);
      assertFalse(text.contains("group work_group"), text);
      assertTrue(function.isKernel() || !text.contains(" barrier "), text);
    }
  }

  @Test
  void pipelinePrintsAfterPasses() {
    Module module = IrParser.parse("module \"m\"", "m.ir");
    Pipeline pipeline = pipeline();
    List<String> printed = new ArrayList<>();
    pipeline.listen(PrintAfter.pass("lower-group-operations", pipeline, printed::add)).run(module);
    assertEquals(List.of("; after lower-group-operations\nmodule \"m\"\n"), printed);
    printed.clear();
    pipeline().listen(PrintAfter.each(printed::add)).run(module);
    assertEquals(pipeline.passes().size(), printed.size());
  }

  @Test
  void unknownPassIsNamedWithThoseThereAre() {
    Pipeline pipeline = pipeline();
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> PrintAfter.pass("nonsense", pipeline, s -> {}));
    assertTrue(e.toString().contains("no pass nonsense; there are: remove-unreachable-blocks, "));
  }

  @Test
  void verifiedPipelineNamesThePassThatBreaksTheModule() {
    Pass breaking =
        new Pass() {
          @Override
          public String name() {
            return "breaking";
          }

          @Override
          public String summary() {
            return "removes all terminators";
          }

          @Override
          public boolean run(Module module) {
            module.functions().forEach(f -> f.blocks().forEach(b -> b.instructions().clear()));
            return true;
          }
        };
    Module module = IrParser.parse("module \"m\" function @f() { entry: ret }", "m.ir");
    VerificationException e =
        assertThrows(
            VerificationException.class,
            () -> new Pipeline(List.of(breaking)).verified().run(module));
    assertTrue(e.toString().contains("after breaking"), e.toString());
  }
}
