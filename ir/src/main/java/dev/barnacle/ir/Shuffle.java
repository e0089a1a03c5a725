package dev.barnacle.ir;

import java.util.List;

/** Lanes chosen out of two vectors of one type. */
public final class Shuffle extends Instruction {
  private final List<Integer> mask;

  /**
   * Makes a shuffle.
   *
   * @param mask for each lane of the result the lane of the first vector, or that of the second
   *     plus the lanes of the first, or -1 where it does not matter
   */
  public Shuffle(Value first, Value second, List<Integer> mask) {
    super(first.type().withLanes(mask.size()), List.of(first, second));
    this.mask = List.copyOf(mask);
  }

  /** Returns where each lane comes from. */
  public List<Integer> mask() {
    return mask;
  }

  @Override
  public String mnemonic() {
    return "shuffle";
  }
}
