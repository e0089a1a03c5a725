package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.mangling.MangledArgument;
import dev.barnacle.frontend.internal.spirv.mangling.Mangling;
import dev.barnacle.frontend.internal.spirv.module.ConstantValue;
import dev.barnacle.frontend.internal.spirv.module.IdSet;
import dev.barnacle.frontend.internal.spirv.module.LocalNames;
import dev.barnacle.frontend.internal.spirv.module.SpirvModule;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import dev.barnacle.frontend.internal.spirv.module.StorageClass;
import dev.barnacle.llvm.text.LlvmNames;
import dev.barnacle.llvm.text.LlvmText;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The shared state of the lowerings of one function's instructions: its values and its text. */
final class FunctionCode {
  /** Names of variables that are none of those made here, such as {@code r12} and {@code t3}. */
  private static final Pattern NAME = Pattern.compile("(?!result$|[rtbL]\\d+$)[A-Za-z_][\\w.]*");

  private final SpirvModule module;
  private final LlvmOutput out;
  private final DeclaredFunctions declared;
  private final DebugLines lines;
  private final LlvmText text;
  private final IdSet builtins;
  private final LocalNames names;
  private final Map<Integer, String> texts = new HashMap<>();
  private final Map<Integer, Integer> aliases = new HashMap<>();
  private final Set<Integer> privates = new HashSet<>();
  private final Set<String> variables = new HashSet<>();
  private final BuiltinLoads loads = new BuiltinLoads();
  private SpirvInstruction current;

  FunctionCode(
      SpirvModule module,
      LlvmOutput out,
      DeclaredFunctions declared,
      DebugLines lines,
      IdSet builtins,
      LocalNames names,
      SpirvInstruction declaration) {
    this.module = module;
    this.out = out;
    this.declared = declared;
    this.lines = lines;
    this.builtins = builtins;
    this.names = names;
    this.current = declaration;
    this.text =
        LlvmText.to(
            line -> {
              out.instruction(line);
              lines.place(current);
            },
            new LlvmNames());
  }

  SpirvModule module() {
    return module;
  }

  /** Returns the functions that are called. */
  DeclaredFunctions functions() {
    return declared;
  }

  /** Returns the module's built-in variables, and the constant addresses in them. */
  IdSet builtins() {
    return builtins;
  }

  /** Returns how values and blocks are called. */
  LocalNames names() {
    return names;
  }

  /** Returns what the function loads of built-in variables. */
  BuiltinLoads loads() {
    return loads;
  }

  DebugLines lines() {
    return lines;
  }

  void setCurrent(SpirvInstruction instruction) {
    current = instruction;
    out.setOrigin(instruction);
  }

  /** Says that an id is the value that another one is. */
  void alias(int id, int of) {
    aliases.put(id, of);
  }

  /** Says how a value is written. */
  void setText(int id, String text) {
    texts.put(id, text);
  }

  /** Returns whether it is said how a value is written. */
  boolean hasText(int id) {
    return texts.containsKey(id);
  }

  /** Says that an id is a pointer to private memory, whatever its storage class is. */
  void setPrivate(int id) {
    privates.add(id);
  }

  /** Returns whether it was said that an id is a pointer to private memory. */
  boolean isPrivate(int id) {
    return privates.contains(id);
  }

  private SpirvType located(int id, SpirvType type) {
    return type instanceof SpirvType.Pointer pointer && privates.contains(id)
        ? new SpirvType.Pointer(StorageClass.FUNCTION, pointer.pointee())
        : type;
  }

  /** Returns the id that an id stands for. */
  int resolved(int id) {
    int at = id;
    for (Integer next = aliases.get(at); next != null; next = aliases.get(at)) {
      at = next;
    }
    return at;
  }

  /** Returns a value as LLVM's assembly writes it. */
  String value(int id) {
    int at = resolved(id);
    String text = texts.get(at);
    if (text != null) {
      return text;
    }
    ConstantValue constant = module.constants().find(at);
    if (constant instanceof ConstantValue.Sampler sampler) {
      declared.add("__translate_sampler_initializer", "spir_func ", samplerType(), "i32", current);
      return temporary(
          "call spir_func "
              + samplerType()
              + " @__translate_sampler_initializer(i32 "
              + sampler.bits()
              + ")");
    }
    if (constant != null) {
      return constant.llvm();
    }
    if (module.isMisplaced(at)) {
      throw current.invalid("%" + at + " is a variable of the module, but of the class Function");
    }
    SpirvType unused = type(id);
    return names.value(at, current);
  }

  private static String samplerType() {
    return new SpirvType.Opaque(SpirvType.Opaque.Kind.SAMPLER).llvm();
  }

  /** Returns the type of a value. */
  SpirvType type(int id) {
    return located(id, module.typeOf(id, current));
  }

  /** Returns a value with its type before it. */
  String typed(int id) {
    return type(id).llvm() + " " + value(id);
  }

  /** Returns a size ({@code size_t}) with its type, of 64 bits also where the module has 32. */
  String size(int id) {
    return type(id) instanceof SpirvType.Int n && n.bits() < Long.SIZE
        ? "i64 " + text.cast("zext", typed(id), "i64")
        : typed(id);
  }

  /** Returns the type of the current instruction's result. */
  SpirvType resultType() {
    return located(current.result(), module.types().get(current.type(), current));
  }

  /** Returns what writes instructions, for values in between and for effects. */
  LlvmText text() {
    return text;
  }

  /** Returns what writes the instruction that defines the current one's result. */
  LlvmText result() {
    return text.as(() -> names.value(current.result(), current));
  }

  /** Defines the result of the current instruction by an operation that has no method. */
  void define(String operation) {
    result().assign(operation);
  }

  /**
   * Returns a name for the current instruction's variable: that of the source, where it is free.
   */
  String variableName() {
    String own = module.nameOf(current.result());
    boolean free = NAME.matcher(own).matches() && variables.add(own);
    return free ? "%" + own : names.value(current.result(), current);
  }

  /** Writes an instruction without a result. */
  void effect(String operation) {
    text.line(operation);
  }

  /** Writes a label. */
  void label(int id) {
    out.line(names.block(id, current) + ":");
  }

  /** Writes an instruction for a value in between; returns its name. */
  String temporary(String operation) {
    return text.assign(operation);
  }

  /** Returns the text of a call, whose function is declared. */
  String call(String name, String result, List<String> arguments) {
    return call(name, "spir_func ", result, arguments);
  }

  /** Returns the text of a call of one of LLVM's intrinsic functions. */
  String intrinsic(String name, String result, List<String> arguments) {
    return call(name, "", result, arguments);
  }

  private String call(String name, String convention, String result, List<String> arguments) {
    String parameters =
        arguments.stream().map(FunctionCode::typeOf).collect(Collectors.joining(", "));
    declared.add(name, convention, result, parameters, current);
    return "call " + convention + result + " @" + name + "(" + String.join(", ", arguments) + ")";
  }

  /** Returns the type before a value: all up to the last blank outside of brackets. */
  static String typeOf(String typed) {
    int depth = 0;
    for (int i = 0; i < typed.length(); i++) {
      char c = typed.charAt(i);
      if (c == '<' || c == '[' || c == '{' || c == '(') {
        depth++;
      } else if (c == '>' || c == ']' || c == '}' || c == ')') {
        depth--;
      } else if (c == ' ' && depth == 0 && !typed.startsWith("addrspace(", i + 1)) {
        return typed.substring(0, i);
      }
    }
    return typed;
  }

  /** Defines the result of the current instruction: whether what a call gives is not zero. */
  void test(String call) {
    result().icmp("ne", "i32", text.assign(call), 0);
  }

  /** Returns a truth value as an {@code int}, with its type. */
  String truth(int id) {
    return "i32 " + text.cast("zext", typed(id), "i32");
  }

  /** Declares a function that takes more arguments than it names. */
  void declareVariadic(String name, String result, String parameters) {
    declared.add(name, "spir_func ", result, parameters + ", ...", current);
  }

  /** Calls a function of the OpenCL C library; returns the text of the call. */
  String library(
      String name, SpirvType result, List<MangledArgument> types, List<String> arguments) {
    return call(Mangling.name(name, types), result.llvm(), arguments);
  }

  /** Calls a function that engines know by its name; its types tell overloads apart. */
  String engine(String name, String result, List<String> arguments) {
    String base = "__barnacle_" + name;
    StringBuilder suffix = new StringBuilder();
    for (String argument : arguments) {
      append(suffix, typeOf(argument));
    }
    append(suffix.append('.'), result);
    return call("_Z" + base.length() + base + suffix, result, arguments);
  }

  /** Appends the letters and digits of a type. */
  private static void append(StringBuilder suffix, String type) {
    for (int i = 0; i < type.length(); i++) {
      char c = type.charAt(i);
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
        suffix.append(c);
      }
    }
  }

  /** Returns a number with its type, the same in each component of a vector. */
  static String splat(SpirvType type, String number) {
    if (!(type instanceof SpirvType.Vector vector)) {
      return number;
    }
    String element = LlvmText.typed(vector.element().llvm(), number);
    return "<" + String.join(", ", Collections.nCopies(vector.count(), element)) + ">";
  }

  /** Returns a scalar in each component of a vector of the type. */
  String broadcast(SpirvType type, String scalar) {
    if (!(type instanceof SpirvType.Vector vector)) {
      return scalar;
    }
    return text.splat(vector.count(), vector.element().llvm(), scalar);
  }
}
