package dev.barnacle.ir.text;

import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses operands: a type, unless it is that of the operand before, and a value. */
final class OperandParser {
  private final Tokens tokens;
  private final TypeParser types;
  private final ConstantParser constants;
  private final Scope scope;
  private final Map<String, GlobalVariable> globals;

  OperandParser(Tokens tokens, Scope scope, Map<String, GlobalVariable> globals) {
    this.tokens = tokens;
    this.types = new TypeParser(tokens);
    this.constants = new ConstantParser(tokens);
    this.scope = scope;
    this.globals = globals;
  }

  /** Parses one operand with its type. */
  Value one() {
    return operand(null);
  }

  /** Parses {@code count} operands with commas between them. */
  List<Value> exactly(int count) {
    List<Value> operands = new ArrayList<>();
    Type previous = null;
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        tokens.expect(",");
      }
      Value operand = operand(previous);
      operands.add(operand);
      previous = operand.type();
    }
    return operands;
  }

  /** Parses one or more operands with commas between them. */
  List<Value> list() {
    List<Value> operands = new ArrayList<>();
    Type previous = null;
    do {
      Value operand = operand(previous);
      operands.add(operand);
      previous = operand.type();
    } while (tokens.accept(","));
    return operands;
  }

  /** Parses an operand whose type may be left out where it is {@code previous}. */
  Value operand(@Nullable Type previous) {
    Type type = types.atType() || previous == null ? types.valueType() : previous;
    return switch (tokens.peek().kind()) {
      case LOCAL -> scope.use(tokens.next(), type);
      case GLOBAL -> variable(tokens.next(), type);
      default -> constants.constant(type);
    };
  }

  private Value variable(Token token, Type type) {
    GlobalVariable variable = globals.get(token.text());
    if (variable == null) {
      throw tokens.error(token, "no variable " + token.shown());
    }
    if (!variable.type().equals(type)) {
      throw tokens.error(token, token.shown() + " has type " + variable.type() + ", not " + type);
    }
    return variable;
  }
}
