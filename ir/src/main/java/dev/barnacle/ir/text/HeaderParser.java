package dev.barnacle.ir.text;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Declaration;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.text.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Parses what stands before a function's body. */
final class HeaderParser {
  private final Tokens tokens;
  private final TypeParser types;
  private final LocationParser locations;

  /**
   * A function without its body.
   *
   * @param names the tokens that name the parameters
   */
  record Header(Function function, List<Token> names) {}

  HeaderParser(Tokens tokens, LocationParser locations) {
    this.tokens = tokens;
    this.types = new TypeParser(tokens);
    this.locations = locations;
  }

  /** Parses from the keyword to the opening brace, which stays. */
  Header header() {
    boolean isKernel = tokens.next().text().equals("kernel");
    String name = tokens.expect(Kind.GLOBAL, "a function's name").text();
    List<Parameter> parameters = new ArrayList<>();
    List<Token> names = new ArrayList<>();
    parameters(parameters, names);
    Type returnType = tokens.accept("->") ? types.type() : Types.VOID;
    Location location = locations.optional();
    boolean whole = tokens.accept("whole");
    KernelInfo kernel = isKernel ? kernel() : null;
    Function function = new Function(name, returnType, parameters, kernel, location);
    function.setWhole(whole);
    return new Header(function, names);
  }

  private void parameters(List<Parameter> parameters, List<Token> names) {
    tokens.expect("(");
    if (tokens.accept(")")) {
      return;
    }
    do {
      Type type = types.valueType();
      Parameter.Attributes attributes = attributes();
      Declaration declaration = new DeclarationParser(tokens).optional();
      Token name = tokens.expect(Kind.LOCAL, "a parameter's name");
      names.add(name);
      Parameter parameter = new Parameter(Scope.nameOf(name), type, parameters.size(), attributes);
      parameter.setDeclaration(declaration);
      parameters.add(parameter);
    } while (tokens.accept(","));
    tokens.expect(")");
  }

  private Parameter.Attributes attributes() {
    long byValue = tokens.accept("byval") ? tokens.number("a size in bytes") : 0;
    long alignment = tokens.accept("align") ? tokens.number("an alignment in bytes") : 0;
    boolean noAlias = tokens.accept("noalias");
    return new Parameter.Attributes(byValue, alignment, noAlias, tokens.accept("readonly"));
  }

  private KernelInfo kernel() {
    List<Integer> required = sizes("reqd_work_group_size");
    List<Integer> hint = sizes("work_group_size_hint");
    String vectorType = tokens.accept("vec_type_hint") ? tokens.string("a type") : "";
    int subGroup = tokens.accept("reqd_sub_group_size") ? tokens.smallNumber("a size") : 0;
    int subGroups = tokens.accept("reqd_sub_groups") ? tokens.smallNumber("a number") : 0;
    List<KernelInfo.Argument> arguments = new ArrayList<>();
    while (tokens.accept("arg")) {
      arguments.add(argument());
    }
    return new KernelInfo(required, hint, vectorType, subGroup, subGroups, arguments);
  }

  private KernelInfo.Argument argument() {
    String name = tokens.string("a name");
    String typeName = tokens.string("a type");
    AddressSpace space =
        tokens.keyword(AddressSpace.class, AddressSpace::keyword, "an address space");
    String access = tokens.string("an access qualifier");
    String qualifiers = tokens.string("type qualifiers");
    String baseType = tokens.accept("base") ? tokens.string("a type") : typeName;
    return new KernelInfo.Argument(name, typeName, baseType, space, access, qualifiers);
  }

  private List<Integer> sizes(String keyword) {
    List<Integer> sizes = new ArrayList<>();
    if (tokens.accept(keyword)) {
      tokens.expect("[");
      do {
        sizes.add(tokens.smallNumber("a size"));
      } while (tokens.accept(","));
      tokens.expect("]");
    }
    return sizes;
  }
}
