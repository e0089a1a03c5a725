package dev.barnacle.ir;

import java.util.ArrayList;
import java.util.List;

/**
 * A jump by the value of an integer operand: the first successor is the default, the others belong
 * to the cases in order.
 */
public final class Switch extends Terminator {
  private final List<Long> cases;

  /**
   * Makes a switch.
   *
   * @param cases the values, sign-extended, each once
   * @param targets one for each case
   */
  public Switch(Value value, Block defaultTarget, List<Long> cases, List<Block> targets) {
    super(List.of(value), join(defaultTarget, targets));
    if (cases.size() != targets.size()) {
      throw new IllegalArgumentException(
          cases.size() + " cases for " + targets.size() + " targets");
    }
    this.cases = List.copyOf(cases);
  }

  private static List<Block> join(Block first, List<Block> rest) {
    List<Block> all = new ArrayList<>();
    all.add(first);
    all.addAll(rest);
    return all;
  }

  /** Returns the values of the cases, sign-extended. */
  public List<Long> cases() {
    return cases;
  }

  /** Returns where it goes when no case fits. */
  public Block defaultTarget() {
    return successors().getFirst();
  }

  @Override
  public String mnemonic() {
    return "switch";
  }
}
