package dev.barnacle.ir.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.RandomModules;
import dev.barnacle.ir.text.IrParser;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DominatorsTest {
  private static Function diamondInLoop() {
    String text =
        """
        module "m"
        function @f(i1 %c) {
        entry:
          br head
        head:
          condbr i1 %c, left, right
        left:
          br join
        right:
          br join
        join:
          condbr i1 %c, head, done
        done:
          ret
        dead:
          br join
        }
        """;
    return IrParser.parse(text, "m.ir").functions().getFirst();
  }

  private static Block block(Function function, String name) {
    return function.blocks().stream().filter(b -> b.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void diamondInLoopHasKnownTreesAndFrontiers() {
    Function f = diamondInLoop();
    ControlFlow flow = new ControlFlow(f);
    Dominators dominators = new Dominators(flow);
    assertNull(dominators.immediateDominator(f.entry()));
    assertEquals(block(f, "head"), dominators.immediateDominator(block(f, "join")));
    assertEquals(Set.of(block(f, "join")), dominators.frontier(block(f, "left")));
    assertEquals(Set.of(block(f, "head")), dominators.frontier(block(f, "join")));
    assertEquals(
        List.of(block(f, "left"), block(f, "right"), block(f, "dead")),
        flow.predecessors(block(f, "join")));
    PostDominators post = new PostDominators(flow);
    assertEquals(block(f, "join"), post.immediatePostDominator(block(f, "head")));
    assertEquals(Set.of(block(f, "left"), block(f, "right")), post.controlledBy(block(f, "head")));
    assertEquals(Set.of(block(f, "head"), block(f, "join")), post.controlledBy(block(f, "join")));
    Loops loops = new Loops(dominators);
    assertEquals(1, loops.all().size());
    assertEquals(4, loops.all().getFirst().blocks().size());
  }

  /** A block dominates another if and only if the other cannot be reached without it. */
  @Property(tries = 100)
  void dominanceIsWhatItsDefinitionSays(@ForAll long seed) {
    for (Function function : RandomModules.of(seed).functions()) {
      ControlFlow flow = new ControlFlow(function);
      Dominators dominators = new Dominators(flow);
      PostDominators post = new PostDominators(flow);
      for (Block a : flow.reversePostOrder()) {
        Set<Block> withoutA = reached(flow, function.entry(), a);
        for (Block b : flow.reversePostOrder()) {
          assertEquals(!withoutA.contains(b), dominators.dominates(a, b), a + " over " + b);
          boolean mayEnd =
              reached(flow, b, a).stream().anyMatch(end -> flow.successors(end).isEmpty());
          if (mayEnd) {
            assertEquals(false, post.dominates(a, b), a + " behind " + b);
          } else if (canEnd(flow)) {
            assertEquals(true, post.dominates(a, b), a + " behind " + b);
          }
        }
      }
    }
  }

  /** Returns whether each block leads to an end of the function. */
  private static boolean canEnd(ControlFlow flow) {
    return flow.reversePostOrder().stream()
        .allMatch(
            b -> reached(flow, b, null).stream().anyMatch(end -> flow.successors(end).isEmpty()));
  }

  private static Set<Block> reached(ControlFlow flow, Block start, @Nullable Block avoided) {
    Set<Block> seen = new HashSet<>();
    Deque<Block> work = new ArrayDeque<>();
    work.add(start);
    while (!work.isEmpty()) {
      Block block = work.pop();
      if (block != avoided && seen.add(block)) {
        work.addAll(flow.successors(block));
      }
    }
    return seen;
  }
}
