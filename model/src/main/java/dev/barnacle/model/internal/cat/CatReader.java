package dev.barnacle.model.internal.cat;

import dev.barnacle.model.ModelException;
import java.util.BitSet;
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
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.jspecify.annotations.Nullable;

/** Parses .cat text; the first syntax error ends it. */
final class CatReader {
  private CatReader() {}

  /** An error on its way out of the parser. */
  private static final class SyntaxError extends ParseCancellationException {
    private static final long serialVersionUID = 1;
    private final int line;
    private final int column;

    SyntaxError(int line, int column, String message) {
      super(message);
      this.line = line;
      this.column = column;
    }
  }

  static CatParser.FileContext read(String file, String text) throws ModelException {
    CatLexer lexer = new CatLexer(CharStreams.fromString(text, file));
    lexer.removeErrorListeners();
    lexer.addErrorListener(new Listener());
    CatParser parser = new CatParser(new CommonTokenStream(lexer));
    parser.removeErrorListeners();
    parser.addErrorListener(new Listener());
    parser.getInterpreter().setPredictionMode(PredictionMode.LL);
    try {
      return parser.file();
    } catch (SyntaxError e) {
      throw new ModelException(file, e.line, e.column, String.valueOf(e.getMessage()));
    } catch (StackOverflowError e) {
      throw new ModelException(file, 1, 1, "the model is nested too deeply");
    }
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
      throw new SyntaxError(line, column + 1, describe(recognizer, symbol, message, e));
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
    String found =
        token.getType() == Token.EOF ? "the end of the file" : "'" + token.getText() + "'";
    IntervalSet expected =
        e instanceof NoViableAltException
            ? parser.getATN().getExpectedTokens(parser.getState(), parser.getContext())
            : parser.getExpectedTokens();
    return "expected " + list(parser, expected) + ", found " + found;
  }

  /** The expected tokens; that a name may stand there says that an expression may. */
  private static String list(Parser parser, IntervalSet expected) {
    BitSet left = new BitSet();
    expected.toList().stream().filter(t -> t > 0).forEach(left::set);
    StringBuilder out = new StringBuilder();
    if (left.get(CatParser.NAME) && left.get(CatParser.LBRACK)) {
      out.append("an expression");
      for (int token :
          new int[] {
            CatParser.NAME, CatParser.LBRACK, CatParser.LPAR, CatParser.LBRACE,
                CatParser.UNDERSCORE,
            CatParser.ZERO, CatParser.TAG, CatParser.BEGIN, CatParser.COMP, CatParser.LET,
            CatParser.FUN, CatParser.TRY, CatParser.IF, CatParser.MATCH
          }) {
        left.clear(token);
      }
    }
    for (int t = left.nextSetBit(0); t >= 0; t = left.nextSetBit(t + 1)) {
      if (!out.isEmpty()) {
        out.append(left.nextSetBit(t + 1) < 0 ? " or " : ", ");
      }
      out.append(name(parser, t));
    }
    return out.isEmpty() ? "the end of the file" : out.toString();
  }

  private static String name(Parser parser, int token) {
    return switch (token) {
      case CatParser.NAME -> "a name";
      case CatParser.STRING -> "a string";
      case CatParser.TAG -> "a tag";
      default -> parser.getVocabulary().getDisplayName(token);
    };
  }
}
