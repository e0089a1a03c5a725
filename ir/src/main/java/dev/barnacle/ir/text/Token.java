package dev.barnacle.ir.text;

/**
 * A token of the text form.
 *
 * @param text a name or string without its quotes and sigil, a number or sign as written
 * @param quoted the name was written between quotes
 */
record Token(Kind kind, String text, boolean quoted, int line, int column) {
  enum Kind {
    WORD,
    NUMBER,
    STRING,
    LOCAL,
    GLOBAL,
    SIGN,
    END
  }

  boolean is(Kind wanted, String wantedText) {
    return kind == wanted && text.equals(wantedText);
  }

  /** Returns how messages show it. */
  String shown() {
    return switch (kind) {
      case WORD, NUMBER, SIGN -> "'" + text + "'";
      case STRING -> Quoting.quoted(text);
      case LOCAL -> "'%" + text + "'";
      case GLOBAL -> "'@" + text + "'";
      case END -> "the end of the text";
    };
  }
}
