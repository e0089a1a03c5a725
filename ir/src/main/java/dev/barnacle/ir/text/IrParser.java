package dev.barnacle.ir.text;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.HeaderParser.Header;
import dev.barnacle.ir.text.Token.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the text form that {@link IrPrinter} writes. Comments go from {@code ;} to the end of the
 * line. Whether the module is correct is for the verifier to say; what cannot even be expressed
 * (unknown names, operands whose type is not the one given, numbers that do not fit) is an error
 * here.
 */
public final class IrParser {
  private final Tokens tokens;
  private final LocationParser locations;
  private final List<Body> bodies = new ArrayList<>();
  private final Map<String, Function> functions = new HashMap<>();
  private Map<String, GlobalVariable> globals = Map.of();

  /** A header and where the tokens of its body begin. */
  private record Body(Header header, int start) {}

  private IrParser(String file, String text) {
    this.tokens = new Tokens(file, new Lexer(file, text).tokens());
    this.locations = new LocationParser(tokens);
  }

  /**
   * Returns the module that {@code text} describes, not verified.
   *
   * @param file what messages call the text
   * @throws ParseException if it is not IR
   */
  public static Module parse(String text, String file) {
    return new IrParser(file, text).module();
  }

  /**
   * Returns a module of the kernels and variables that {@code text} declares; the kernels have no
   * blocks yet.
   *
   * @param file what messages call the text
   * @throws ParseException if it is not what {@link IrPrinter#printDeclarations} writes
   */
  public static Module parseDeclarations(String text, String file) {
    return new IrParser(file, text).declarations();
  }

  /**
   * Adds what is missing to a module of which {@code text} declares as much as {@link
   * #parseDeclarations} has read: blocks of its kernels, and the other functions.
   *
   * @param declared with all variables of the text
   * @throws ParseException if the text is not IR, or not of these kernels and variables
   */
  public static void parseInto(Module declared, String text) {
    new IrParser(declared.name(), text).addTo(declared);
  }

  private Module declarations() {
    Module module = start();
    HeaderParser headers = new HeaderParser(tokens, locations);
    while (tokens.at("kernel")) {
      module.functions().add(headers.header().function());
    }
    if (tokens.peek().kind() != Kind.END) {
      throw tokens.expected("'kernel' or the end of the text");
    }
    return module;
  }

  private Module start() {
    tokens.expect("module");
    Module module = new Module(tokens.string("the module's name"));
    locations.files();
    globals = new VariableParser(tokens).variables();
    module.globals().addAll(globals.values());
    return module;
  }

  private Module module() {
    Module module = start();
    bodies(module, Map.of());
    return module;
  }

  private void addTo(Module declared) {
    Token start = tokens.peek();
    List<String> variables = start().globals().stream().map(GlobalVariable::name).toList();
    Map<String, GlobalVariable> own = new LinkedHashMap<>();
    declared.globals().forEach(g -> own.put(g.name(), g));
    if (!variables.equals(List.copyOf(own.keySet()))) {
      throw tokens.error(start, "the variables are others than those that were declared");
    }
    globals = own;
    Map<String, Function> kernels = new HashMap<>();
    declared.functions().forEach(f -> kernels.put(f.name(), f));
    declared.functions().clear();
    bodies(declared, kernels);
    if (!declared.functions().containsAll(kernels.values())) {
      throw tokens.error(start, "a kernel is missing that was declared");
    }
  }

  /**
   * Reads the functions.
   *
   * @param declared those that are there without blocks, by name
   */
  private void bodies(Module module, Map<String, Function> declared) {
    headers(declared);
    for (Body body : bodies) {
      body(body);
      module.functions().add(body.header().function());
    }
  }

  private void headers(Map<String, Function> declared) {
    HeaderParser headers = new HeaderParser(tokens, locations);
    while (tokens.at("kernel") || tokens.at("function")) {
      Token start = tokens.peek();
      Header header = known(headers.header(), start, declared);
      Function function = header.function();
      if (functions.put(function.name(), function) != null) {
        throw tokens.error(start, function + " is defined twice");
      }
      tokens.expect("{");
      bodies.add(new Body(header, tokens.position()));
      skipBody();
    }
    if (tokens.peek().kind() != Kind.END) {
      throw tokens.expected("'kernel', 'function' or the end of the text");
    }
  }

  /** Returns a header, of the function that was declared where there is one. */
  private Header known(Header header, Token start, Map<String, Function> declared) {
    Function function = declared.get(header.function().name());
    if (function == null) {
      return header;
    }
    if (function.parameters().size() != header.names().size()) {
      throw tokens.error(start, function + " has other parameters than were declared");
    }
    return new Header(function, header.names());
  }

  /** Goes behind the brace that ends a body; a fence's flags have braces of their own. */
  private void skipBody() {
    int depth = 1;
    while (depth > 0) {
      if (tokens.peek().kind() == Kind.END) {
        throw tokens.expected("'}'");
      }
      depth += tokens.at("{") ? 1 : 0;
      depth -= tokens.at("}") ? 1 : 0;
      tokens.next();
    }
  }

  private void body(Body body) {
    tokens.moveTo(body.start());
    Function function = body.header().function();
    Scope scope = new Scope(tokens, function);
    List<Token> names = body.header().names();
    for (int i = 0; i < names.size(); i++) {
      scope.define(names.get(i), function.parameters().get(i));
    }
    OperandParser operands = new OperandParser(tokens, scope, globals);
    InstructionParser instructions = new InstructionParser(tokens, operands, scope, functions);
    while (!tokens.accept("}")) {
      block(scope, instructions);
    }
    scope.close();
  }

  private void block(Scope scope, InstructionParser instructions) {
    if (!atLabel()) {
      throw tokens.expected("a block's label");
    }
    Block block = scope.startBlock(tokens.next());
    tokens.expect(":");
    while (!atLabel() && !tokens.at("}")) {
      block.instructions().add(line(scope, instructions));
    }
  }

  private Instruction line(Scope scope, InstructionParser instructions) {
    Token name = tokens.peek();
    boolean named = name.kind() == Kind.LOCAL;
    if (named) {
      tokens.next();
      tokens.expect("=");
    }
    Token start = tokens.peek();
    Instruction instruction = instructions.instruction();
    if (instruction.hasResult() != named) {
      throw tokens.error(start, named ? "it has no result" : "expected a name for the result");
    }
    if (named) {
      instruction.setName(Scope.nameOf(name));
      scope.define(name, instruction);
    }
    instruction.setLocation(locations.optional());
    return instruction;
  }

  private boolean atLabel() {
    Kind kind = tokens.peek().kind();
    return (kind == Kind.WORD || kind == Kind.STRING) && tokens.colonFollows();
  }
}
