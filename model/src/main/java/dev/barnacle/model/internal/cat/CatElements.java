package dev.barnacle.model.internal.cat;

import dev.barnacle.model.ModelException;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;

/** Union, intersection and difference of sets whose elements are known while compiling. */
final class CatElements {
  private CatElements() {}

  static CatValue combine(
      CatExpressions in, ParserRuleContext at, CatValue a, CatValue b, char operator)
      throws ModelException {
    List<CatValue> result = new ArrayList<>(elements(in, at, a));
    List<CatValue> right = elements(in, at, b);
    switch (operator) {
      case '&' -> result.retainAll(right);
      case '|' -> {
        result.removeAll(right);
        result.addAll(right);
      }
      default -> result.removeAll(right);
    }
    return result.isEmpty() ? new CatValue.Nothing() : new CatValue.Elements(result);
  }

  private static List<CatValue> elements(CatExpressions in, ParserRuleContext at, CatValue value)
      throws ModelException {
    return switch (value) {
      case CatValue.Elements e -> e.values();
      case CatValue.Nothing n -> List.of();
      default -> throw in.error(at, "expected an explicit set, found " + value.sort());
    };
  }
}
