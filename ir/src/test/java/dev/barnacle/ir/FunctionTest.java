package dev.barnacle.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class FunctionTest {
  private final Function function = new Function("f", Types.VOID, List.of(), null, null);

  @Test
  void newBlockTakesTheFirstNameThatIsFree() {
    assertEquals("loop", function.newBlock("loop").name());
    assertEquals("loop.1", function.newBlock("loop").name());
    assertEquals("loop.1.1", function.newBlock("loop.1").name());
    assertEquals("lo", function.newBlock("lo").name());
    function.newBlock("loop.3");
    assertEquals("loop.2", function.newBlock("loop").name());
    assertEquals("loop.4", function.newBlock("loop").name());
    function.blocks().removeIf(block -> block.name().equals("loop.1"));
    assertEquals("loop.1", function.newBlock("loop").name());
  }

  /** A search of all blocks for each number would take minutes. */
  @Test
  void manyBlocksOfOneName() {
    for (int i = 0; i < 3_000; i++) {
      function.newBlock("block");
    }
    assertEquals("block.2999", function.blocks().getLast().name());
  }

  @Test
  void instructionsAreThoseOfAllBlocksInOrder() {
    Block first = function.newBlock("first");
    function.newBlock("empty");
    Block last = function.newBlock("last");
    assertTrue(function.instructions().isEmpty());
    Return end = new Return();
    Branch jump = new Branch(last);
    last.instructions().add(end);
    assertEquals(List.of(end), List.copyOf(function.instructions()));
    first.instructions().add(jump);
    assertEquals(List.of(jump, end), List.copyOf(function.instructions()));
    assertThrows(NoSuchElementException.class, () -> empty(function.instructions().iterator()));
  }

  private static void empty(Iterator<Instruction> instructions) {
    for (int i = 0; i < 3; i++) {
      instructions.next();
    }
  }
}
