package dev.barnacle.simd.internal.text;

/** LLVM IR text under construction: lines of one function's part, with fresh names. */
public final class LlvmText {
  /** Gives names that are unique in one LLVM function. */
  public static final class Names {
    private int next;

    String fresh() {
      return "%t" + next++;
    }

    public int number() {
      return next++;
    }
  }

  private final StringBuilder text = new StringBuilder();
  private final Names names;

  public LlvmText(Names names) {
    this.names = names;
  }

  /** Adds an instruction. */
  public void line(String line) {
    text.append("  ").append(line).append('\n');
  }

  /** Adds a label, named without the {@code %}. */
  public void label(String name) {
    text.append(name).append(":\n");
  }

  /** Adds an instruction whose result gets a fresh name, which is returned. */
  public String assign(String expression) {
    String name = names.fresh();
    line(name + " = " + expression);
    return name;
  }

  /** Adds all of another text. */
  public void append(LlvmText other) {
    text.append(other.text);
  }

  Names names() {
    return names;
  }

  boolean isEmpty() {
    return text.isEmpty();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
