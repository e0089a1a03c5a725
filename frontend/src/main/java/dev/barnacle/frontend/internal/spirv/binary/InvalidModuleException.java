package dev.barnacle.frontend.internal.spirv.binary;

/** A SPIR-V module that is not valid, or has what is not supported; with the place. */
public final class InvalidModuleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int word;
  private final String text;

  /**
   * Makes an exception.
   *
   * @param word the number of the word of the module that the instruction begins with, from 0
   * @param text what is wrong, with the instruction's name
   */
  public InvalidModuleException(int word, String text) {
    super(text);
    this.word = word;
    this.text = text;
  }

  /** Returns the number of the word that the instruction begins with. */
  public int word() {
    return word;
  }

  @Override
  public String getMessage() {
    return text;
  }
}
