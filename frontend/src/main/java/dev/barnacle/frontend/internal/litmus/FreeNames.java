package dev.barnacle.frontend.internal.litmus;

import java.util.LinkedHashSet;
import java.util.Set;
import org.antlr.v4.runtime.tree.ParseTree;

/** The names that a thread uses and neither declares nor assigns to. */
final class FreeNames {
  private final Set<String> used = new LinkedHashSet<>();
  private final Set<String> own = new LinkedHashSet<>();

  FreeNames(LitmusParser.BlockContext block) {
    visit(block);
    used.removeAll(own);
  }

  Set<String> names() {
    return used;
  }

  private void visit(ParseTree tree) {
    switch (tree) {
      case LitmusParser.NameExpressionContext n -> used.add(n.NAME().getText());
      case LitmusParser.DeclaratorContext d -> own.add(d.NAME().getText());
      case LitmusParser.AssignExpressionContext a -> {
        if (a.expression(0) instanceof LitmusParser.NameExpressionContext n) {
          own.add(n.NAME().getText());
        }
      }
      default -> {
        // Names are only in these.
      }
    }
    for (int i = 0; i < tree.getChildCount(); i++) {
      visit(tree.getChild(i));
    }
  }
}
