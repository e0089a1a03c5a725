package dev.barnacle.frontend.internal.litmus;

import java.util.stream.Collectors;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.NoViableAltException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.jspecify.annotations.Nullable;

/** Parses what is left of a litmus test; the first syntax error ends it. */
final class LitmusSyntax {
  private LitmusSyntax() {}

  static LitmusParser.TestContext parse(String file, String text) {
    LitmusLexer lexer = new LitmusLexer(CharStreams.fromString(text, file));
    lexer.removeErrorListeners();
    lexer.addErrorListener(new Listener());
    LitmusParser parser = new LitmusParser(new CommonTokenStream(lexer));
    parser.removeErrorListeners();
    parser.addErrorListener(new Listener());
    parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
    return parser.test();
  }

  private static final class Listener extends BaseErrorListener {
    @Override
    public void syntaxError(
        Recognizer<?, ?> recognizer,
        @Nullable Object symbol,
        int line,
        int column,
        String message,
        @Nullable RecognitionException e) {
      throw new LitmusErrors.LitmusError(
          line, column + 1, describe(recognizer, symbol, message, e));
    }
  }

  private static String describe(
      Recognizer<?, ?> recognizer,
      @Nullable Object symbol,
      String message,
      @Nullable RecognitionException e) {
    if (!(recognizer instanceof Parser parser) || !(symbol instanceof Token token)) {
      return message;
    }
    Token offending =
        e instanceof NoViableAltException && e.getOffendingToken() != null
            ? e.getOffendingToken()
            : token;
    String found =
        offending.getType() == Token.EOF ? "the end of the file" : "'" + offending.getText() + "'";
    IntervalSet expected = parser.getExpectedTokens();
    if (expected.contains(LitmusParser.LBRACK) && expected.contains(LitmusParser.INT)) {
      return "expected a condition, found " + found;
    }
    if (expected.contains(LitmusParser.INT) && expected.contains(LitmusParser.LPAR)) {
      return "expected an expression or statement, found " + found;
    }
    return "expected "
        + expected.toList().stream()
            .map(t -> name(parser, t))
            .distinct()
            .collect(Collectors.joining(", "))
        + ", found "
        + found;
  }

  private static String name(Parser parser, int token) {
    return switch (token) {
      case Token.EOF -> "the end of the file";
      case LitmusParser.NAME -> "a name";
      case LitmusParser.INT -> "a number";
      case LitmusParser.TYPE, LitmusParser.QUALIFIER, LitmusParser.ATOMIC -> "a type";
      case LitmusParser.PROC -> "a thread";
      case LitmusParser.NE -> "'!='";
      case LitmusParser.SCOPES -> "'scopes'";
      case LitmusParser.ASSIGN_OP -> "'+=' or the like";
      default -> parser.getVocabulary().getDisplayName(token);
    };
  }
}
