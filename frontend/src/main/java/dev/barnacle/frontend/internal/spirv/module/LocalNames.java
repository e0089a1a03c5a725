package dev.barnacle.frontend.internal.spirv.module;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;

/**
 * The names in LLVM's assembly of what a function's instructions define. They are the numbers of
 * the instructions' words, which grow from instruction to instruction as LLVM wants it. Or they are
 * made of ids, which LLVM repeats in its messages, and which take it a quarter more time.
 */
public final class LocalNames {
  private final SpirvModule module;
  private final boolean byId;

  /**
   * Makes the names of a module's functions.
   *
   * @param byId whether they are made of ids
   */
  public LocalNames(SpirvModule module, boolean byId) {
    this.module = module;
    this.byId = byId;
  }

  private int number(int id, SpirvInstruction by) {
    return module.definition(id, by).word();
  }

  /** Returns the name of a value that an instruction names or defines. */
  public String value(int id, SpirvInstruction by) {
    return byId ? "%r" + id : "%" + number(id, by);
  }

  /** Returns the name of a block, without the character that stands before it in operands. */
  public String block(int id, SpirvInstruction by) {
    return byId ? "L" + id : Integer.toString(number(id, by));
  }
}
