package dev.barnacle.watch.internal.code.cut;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Makes trees of switches with many cases: comparisons that lead to switches with few of them.
 * Between those the code can be cut into methods, inside a switch it can't.
 */
final class SwitchSplitter {
  /** Cases of a switch that is left as it is. */
  private static final int FEW = 16;

  private final Function function;
  private final Set<String> names;
  private final Switch whole;
  private final Block place;
  private final List<Block> made = new ArrayList<>();
  private final List<Integer> order;

  private SwitchSplitter(Function function, Set<String> names, Block place, Switch whole) {
    this.function = function;
    this.names = names;
    this.place = place;
    this.whole = whole;
    this.order =
        IntStream.range(0, whole.cases().size())
            .boxed()
            .sorted(Comparator.comparing(whole.cases()::get))
            .toList();
  }

  /** Does so in a function. */
  static void make(Function function) {
    Set<String> names = new HashSet<>();
    function.blocks().forEach(b -> names.add(b.name()));
    for (Block block : List.copyOf(function.blocks())) {
      if (block.terminator() instanceof Switch whole && whole.cases().size() > FEW) {
        new SwitchSplitter(function, names, block, whole).make();
      }
    }
  }

  private void make() {
    place.instructions().removeLast();
    split(place, 0, order.size());
    function.blocks().addAll(function.blocks().indexOf(place) + 1, made);
    reconnect();
  }

  /** Writes the end of a block that decides between the cases from {@code low} to {@code high}. */
  private void split(Block block, int low, int high) {
    if (high - low <= FEW) {
      List<Integer> few = order.subList(low, high);
      Switch part =
          new Switch(
              whole.operand(0),
              whole.defaultTarget(),
              few.stream().map(whole.cases()::get).toList(),
              few.stream().map(i -> whole.successors().get(i + 1)).toList());
      part.setLocation(whole.location());
      block.instructions().add(part);
      return;
    }
    int middle = (low + high) >>> 1;
    Value value = whole.operand(0);
    IntConstant pivot =
        new IntConstant((IntType) value.type(), whole.cases().get(order.get(middle)));
    Compare less = new Compare(Compare.Predicate.SLT, value, pivot, Set.of());
    Block below = newBlock();
    Block above = newBlock();
    ConditionalBranch branch = new ConditionalBranch(less, below, above);
    less.setLocation(whole.location());
    branch.setLocation(whole.location());
    block.instructions().add(less);
    block.instructions().add(branch);
    split(below, low, middle);
    split(above, middle, high);
  }

  private Block newBlock() {
    String name = place.name() + ".cases";
    for (int i = made.size(); !names.add(name); i++) {
      name = place.name() + ".cases." + i;
    }
    Block block = new Block(name);
    made.add(block);
    return block;
  }

  /** Gives the phis of the targets their values from the blocks that jump there now. */
  private void reconnect() {
    List<Block> ends = new ArrayList<>(made);
    ends.add(place);
    Set<Block> targets = new LinkedHashSet<>(whole.successors());
    for (Block target : targets) {
      for (Phi phi : target.phis()) {
        int edge = phi.predecessors().indexOf(place);
        Value value = phi.operand(edge);
        phi.removeIncoming(edge);
        for (Block end : ends) {
          if (end.successors().contains(target)) {
            phi.addIncoming(value, end);
          }
        }
      }
    }
  }
}
