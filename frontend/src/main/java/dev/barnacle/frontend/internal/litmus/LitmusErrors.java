package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.frontend.FrontendException;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** An error in a litmus test, on its way out; it becomes a {@link FrontendException}. */
final class LitmusErrors {
  private LitmusErrors() {}

  /** An error at a place. */
  static final class LitmusError extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final int line;
    private final int column;

    LitmusError(int line, int column, String message) {
      super(message, null, false, false);
      this.line = line;
      this.column = column;
    }

    FrontendException in(String file) {
      return new FrontendException(
          List.of(
              new Diagnostic(
                  Diagnostic.Severity.ERROR, file, line, column, String.valueOf(getMessage()))));
    }
  }

  static LitmusError at(Token token, String message) {
    return new LitmusError(token.getLine(), token.getCharPositionInLine() + 1, message);
  }

  static LitmusError at(ParserRuleContext context, String message) {
    return at(context.getStart(), message);
  }
}
