package dev.barnacle.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A program in IR: variables and functions. */
public final class Module {
  private final String name;
  private String identity = "";
  private CodeOptions options = CodeOptions.DEFAULT;
  private final List<GlobalVariable> globals = new ArrayList<>();
  private final List<Function> functions = new ArrayList<>();

  /** Makes an empty module; {@code name} names it in messages. */
  public Module(String name) {
    this.name = name;
  }

  /** Returns what messages call it. */
  public String name() {
    return name;
  }

  /**
   * Returns what tells the program as the front end made it from all others, to know again what was
   * made of it; empty where that is not known.
   */
  public String identity() {
    return identity;
  }

  /** Sets the identity: two programs that differ must have different ones. */
  public void setIdentity(String identity) {
    this.identity = identity;
  }

  /** Returns what the build options ask for. */
  public CodeOptions options() {
    return options;
  }

  /** Sets what the build options ask for. */
  public void setOptions(CodeOptions options) {
    this.options = options;
  }

  /** Returns the variables, to read and to change. */
  public List<GlobalVariable> globals() {
    return globals;
  }

  /** Returns the functions, to read and to change. */
  public List<Function> functions() {
    return functions;
  }

  /** Returns the kernels in order of declaration. */
  public List<Function> kernels() {
    return functions.stream().filter(Function::isKernel).toList();
  }

  /** Returns the function of that name, if there is one. */
  public Optional<Function> function(String functionName) {
    return functions.stream().filter(f -> f.name().equals(functionName)).findFirst();
  }

  /** Returns the variable of that name, if there is one. */
  public Optional<GlobalVariable> global(String globalName) {
    return globals.stream().filter(g -> g.name().equals(globalName)).findFirst();
  }
}
