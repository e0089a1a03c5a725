package dev.barnacle.ir.text;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GlobalVariable.Initializer;
import dev.barnacle.ir.GlobalVariable.Relocation;
import dev.barnacle.ir.text.Token.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses the variables of a module. */
final class VariableParser {
  private final Tokens tokens;
  private final Map<String, GlobalVariable> variables = new LinkedHashMap<>();
  private final List<Runnable> initializers = new ArrayList<>();

  VariableParser(Tokens tokens) {
    this.tokens = tokens;
  }

  /** Parses all variables that stand here. */
  Map<String, GlobalVariable> variables() {
    while (tokens.peek().kind() == Kind.GLOBAL) {
      variable(tokens.next());
    }
    initializers.forEach(Runnable::run);
    return variables;
  }

  private void variable(Token name) {
    tokens.expect("=");
    AddressSpace space =
        tokens.keyword(AddressSpace.class, AddressSpace::keyword, "an address space");
    tokens.expect("size");
    long size = tokens.number("a size in bytes");
    tokens.expect("align");
    long alignment = tokens.number("an alignment in bytes");
    GlobalVariable variable = new GlobalVariable(name.text(), space, size, alignment, null);
    variable.setDeclaration(new DeclarationParser(tokens).optional());
    if (variables.put(name.text(), variable) != null) {
      throw tokens.error(name, name.shown() + " is defined twice");
    }
    if (tokens.accept("init")) {
      initializer(variable, tokens.bytes());
    }
  }

  /** An address inside an initialiser, whose target may stand later. */
  private record Address(long offset, Token target, long addend) {}

  private void initializer(GlobalVariable variable, byte[] bytes) {
    List<Address> addresses = tokens.accept("relocate") ? addresses() : List.of();
    initializers.add(
        () ->
            variable.setInitializer(
                new Initializer(bytes, addresses.stream().map(this::relocation).toList())));
  }

  private List<Address> addresses() {
    List<Address> addresses = new ArrayList<>();
    tokens.expect("[");
    do {
      long offset = tokens.number("an offset in bytes");
      tokens.expect(":");
      Token target = tokens.expect(Kind.GLOBAL, "a variable");
      tokens.expect("+");
      addresses.add(new Address(offset, target, tokens.number("a number of bytes")));
    } while (tokens.accept(","));
    tokens.expect("]");
    return addresses;
  }

  private Relocation relocation(Address address) {
    GlobalVariable target = variables.get(address.target().text());
    if (target == null) {
      throw tokens.error(address.target(), "no variable " + address.target().shown());
    }
    return new Relocation(address.offset(), target, address.addend());
  }
}
