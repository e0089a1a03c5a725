package dev.barnacle.ir.text;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The values and blocks of the function that is being parsed. A name may be used before it is
 * defined: a placeholder stands for it until then.
 */
final class Scope {
  private final Tokens tokens;
  private final Function function;
  private final Map<String, Value> values = new HashMap<>();
  private final Map<String, Pending> pending = new LinkedHashMap<>();
  private final Map<String, Block> blocks = new HashMap<>();
  private final Map<String, Token> missing = new LinkedHashMap<>();

  private record Pending(Parameter placeholder, Token use) {}

  Scope(Tokens tokens, Function function) {
    this.tokens = tokens;
    this.function = function;
  }

  /** Returns a name, or a number that stands for a value without one; a name may be a number. */
  private static String key(Token token) {
    return token.quoted() && startsWithDigit(token) ? '"' + token.text() : token.text();
  }

  private static boolean startsWithDigit(Token token) {
    return !token.text().isEmpty() && Character.isDigit(token.text().charAt(0));
  }

  /** Adds a parameter or a result under the name that {@code token} gives. */
  void define(Token token, Value value) {
    String key = key(token);
    if (values.putIfAbsent(key, value) != null) {
      throw tokens.error(token, token.shown() + " is defined twice");
    }
    Pending early = pending.get(key);
    if (early != null) {
      checkType(early.use(), value.type(), early.placeholder().type());
    }
  }

  /** Returns the name that {@code token} gives to its value: empty for a number. */
  static String nameOf(Token token) {
    return !token.quoted() && startsWithDigit(token) ? "" : token.text();
  }

  /** Returns the value of that name and type. */
  Value use(Token token, Type type) {
    String key = key(token);
    Value value = values.get(key);
    if (value == null) {
      value =
          pending
              .computeIfAbsent(key, k -> new Pending(placeholder(token, type), token))
              .placeholder();
    }
    checkType(token, value.type(), type);
    return value;
  }

  private static Parameter placeholder(Token token, Type type) {
    return new Parameter(token.text(), type, -1, Parameter.Attributes.NONE);
  }

  private void checkType(Token use, Type actual, Type wanted) {
    if (!actual.equals(wanted)) {
      throw tokens.error(use, use.shown() + " has type " + actual + ", not " + wanted);
    }
  }

  /** Starts the block that {@code token} labels. */
  Block startBlock(Token token) {
    Block block = blocks.computeIfAbsent(token.text(), Block::new);
    if (function.blocks().contains(block)) {
      throw tokens.error(token, "block " + token.shown() + " is defined twice");
    }
    missing.remove(token.text());
    function.blocks().add(block);
    return block;
  }

  /** Returns the block that {@code token} names. */
  Block block(Token token) {
    Block block = blocks.get(token.text());
    if (block == null) {
      block = new Block(token.text());
      blocks.put(token.text(), block);
      missing.put(token.text(), token);
    }
    return block;
  }

  /** Puts the definitions in place of the placeholders. */
  void close() {
    if (!missing.isEmpty()) {
      Token token = missing.values().iterator().next();
      throw tokens.error(token, "no block " + token.shown() + " in " + function);
    }
    Map<Value, Value> definitions = new HashMap<>();
    pending.forEach(
        (key, early) -> {
          Value value = values.get(key);
          if (value == null) {
            throw tokens.error(early.use(), "no value " + early.use().shown() + " in " + function);
          }
          definitions.put(early.placeholder(), value);
        });
    for (Instruction instruction : function.instructions()) {
      instruction.mapOperands(operand -> definitions.getOrDefault(operand, operand));
    }
  }
}
