package dev.barnacle.ir;

import java.util.List;

/** A call of a function of the module; the operands are the arguments. */
public final class Call extends Instruction {
  private final Function callee;

  /** Makes a call. */
  public Call(Function callee, List<? extends Value> arguments) {
    super(callee.returnType(), arguments);
    this.callee = callee;
  }

  /** Returns the called function. */
  public Function callee() {
    return callee;
  }

  @Override
  public String mnemonic() {
    return "call";
  }
}
