package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.frontend.internal.litmus.ThreadLowering.Typed;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.IntConstant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Lowers a switch (C11 6.8.4.2): comparisons, one after the other. */
final class SwitchLowering {
  /** The statements between two labels. */
  private record Section(Block block, List<LitmusParser.StatementContext> statements) {}

  private final ThreadLowering thread;
  private final ExpressionLowering expressions;

  SwitchLowering(ThreadLowering thread, ExpressionLowering expressions) {
    this.thread = thread;
    this.expressions = expressions;
  }

  void lower(LitmusParser.SwitchStatementContext statement) {
    Typed value =
        new Operators(thread.builder)
            .promote(expressions.fullValue(statement.expression()), statement.expression());
    if (value.type().isPointer()) {
      throw LitmusErrors.at(statement.expression(), "a switch is on an integer");
    }
    Block exit = thread.function.newBlock("exit");
    Block otherwise = exit;
    List<Section> sections = new ArrayList<>();
    Set<Long> seen = new HashSet<>();
    boolean hasDefault = false;
    for (LitmusParser.SwitchItemContext item : statement.switchItem()) {
      if (item.statement() != null) {
        if (sections.isEmpty()) {
          throw LitmusErrors.at(item, "expected 'case' or 'default' at the start of a switch");
        }
        sections.get(sections.size() - 1).statements.add(item.statement());
        continue;
      }
      Section section = new Section(thread.function.newBlock("case"), new ArrayList<>());
      sections.add(section);
      if (item.CASE() == null) {
        if (hasDefault) {
          throw LitmusErrors.at(item, "a switch has one 'default' at most");
        }
        hasDefault = true;
        otherwise = section.block;
      } else {
        IntConstant constant = constant(item, value);
        if (!seen.add(constant.value())) {
          throw LitmusErrors.at(item, "'case " + constant.value() + "' is there twice");
        }
        compare(value, constant, section.block);
      }
    }
    thread.goTo(otherwise);
    bodies(sections, exit);
    thread.builder.setBlock(exit);
  }

  private static IntConstant constant(LitmusParser.SwitchItemContext item, Typed value) {
    long number = LitmusNumbers.integer(item.INT().getText(), item);
    return new IntConstant(value.type().bitsType(), item.MINUS() == null ? number : -number);
  }

  private void compare(Typed value, IntConstant constant, Block target) {
    Block next = thread.function.newBlock("next");
    thread.builder.branch(
        thread.builder.compare(Compare.Predicate.EQ, value.value(), constant), target, next);
    thread.builder.setBlock(next);
  }

  private void bodies(List<Section> sections, Block exit) {
    for (int i = 0; i < sections.size(); i++) {
      thread.builder.setBlock(sections.get(i).block);
      thread.inSwitch(sections.get(i).statements, exit);
      thread.goTo(i + 1 < sections.size() ? sections.get(i + 1).block : exit);
    }
  }
}
