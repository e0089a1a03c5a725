package dev.barnacle.ir.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.text.IrParser;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;

class LivenessTest {
  private final Function function =
      IrParser.parse(
              """
              module "m"
              function @f(i32 %n, ptr(local) %p) {
              entry:
                %a = add i32 %n, 1
                %b = add i32 %n, 2
                br head
              head:
                %i = phi i32 (0, entry), (%next, head)
                %c = mul i32 %i, %a
                store i32 %c, ptr(local) %p, align 4
                barrier work_group {local} work_group
                %next = add i32 %i, 1
                %more = icmp ult i32 %next, %b
                condbr i1 %more, head, end
              end:
                ret
              }
              """,
              "test")
          .functions()
          .getFirst();
  private final Pieces pieces = new Pieces(function, i -> i instanceof Barrier);

  private static List<String> names(Collection<Instruction> values) {
    return values.stream().map(Instruction::name).toList();
  }

  @Test
  void aBlockIsCutBehindABarrier() {
    assertEquals(4, pieces.all().size());
    Piece head = pieces.first(function.blocks().get(1));
    assertEquals(List.of(), pieces.successors(head));
    assertEquals(List.of("next", "more", ""), names(pieces.next(head).instructions()));
    assertThrows(IllegalArgumentException.class, () -> pieces.next(pieces.next(head)));
  }

  @Test
  void reachingEndsAtACutThatIsNotPassed() {
    Piece entry = pieces.first(function.entry());
    assertEquals(2, pieces.reachable(entry, cut -> false).size());
    assertEquals(4, pieces.reachable(entry, cut -> true).size());
    assertEquals(pieces.all(), pieces.inOrder(pieces.reachable(entry, cut -> true)));
  }

  @Test
  void whatALoopUsesLivesAroundIt() {
    Liveness liveness = new Liveness(pieces);
    Piece head = pieces.first(function.blocks().get(1));
    assertEquals(List.of("a", "b", "i"), names(liveness.liveIn(pieces.next(head))));
    assertEquals(List.of(), names(liveness.liveIn(pieces.first(function.entry()))));
    assertEquals(List.of("a", "b", "i"), names(liveness.keptAtCuts()));
  }

  @Test
  void operandsOfACutAreUsedAtIt() {
    Piece head = pieces.first(function.blocks().get(1));
    Instruction product = head.instructions().get(1);
    assertEquals("c", product.name());
    Liveness liveness =
        new Liveness(pieces, cut -> List.of(function.entry().instructions().get(0)));
    assertEquals(List.of("a", "b", "i"), names(liveness.keptAtCuts()));
    assertEquals(List.of("a", "b"), names(liveness.liveIn(head)));
  }
}
