package dev.barnacle.ir;

import java.util.List;

/** A jump. */
public final class Branch extends Terminator {
  /** Makes a jump. */
  public Branch(Block target) {
    super(List.of(), List.of(target));
  }

  /** Returns where it goes. */
  public Block target() {
    return successors().getFirst();
  }

  @Override
  public String mnemonic() {
    return "br";
  }
}
