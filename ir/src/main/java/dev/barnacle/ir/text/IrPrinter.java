package dev.barnacle.ir.text;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GlobalVariable.Initializer;
import dev.barnacle.ir.GlobalVariable.Relocation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Parameter.Attributes;
import dev.barnacle.ir.VoidType;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes IR as text, which {@link IrParser} reads back. It says everything that the IR says:
 *
 * <pre>{@code
 * module "k.cl"
 * file 1 "k.cl"
 *
 * @table = constant size 8 align 4 declared "table" at 0 array 2 "int" 4 init "0100000002000000"
 *
 * kernel @k(ptr(global) align 4 %x, i32 %n) !1:3:13
 *   arg "x" "int*" global "none" ""
 *   arg "n" "int" private "none" ""
 * {
 * entry:
 *   %id = query global_id i32 0  !1:4:12
 *   %0 = ptradd inbounds ptr(global) %x, i64 %id  !1:4:9
 *   store i32 %n, ptr(global) %0, align 4  !1:4:9@1:9:2
 *   ret
 * }
 * }</pre>
 *
 * <p>The type of an operand is left out where it is that of the operand before it. {@code !1:4:9}
 * is a location (file number, line, column), {@code @} in it says where it was inlined. A result
 * without a name has a number. Broken IR prints too (for messages), but may not parse back.
 */
public final class IrPrinter {
  /** Gives the comments that are written after instructions. */
  @FunctionalInterface
  public interface Annotator {
    /** Returns the comment for {@code instruction}; empty for none. */
    String annotate(Function function, Instruction instruction);
  }

  private static final Annotator NO_COMMENTS = (function, instruction) -> "";

  private final FileTable files = new FileTable();
  private final StringBuilder out = new StringBuilder();
  private final Annotator annotator;

  private IrPrinter(Annotator annotator) {
    this.annotator = annotator;
  }

  /** Returns {@code module} as text. */
  public static String print(Module module) {
    return print(module, NO_COMMENTS);
  }

  /** Returns {@code module} as text, with a comment behind each instruction. */
  public static String print(Module module, Annotator annotator) {
    IrPrinter printer = new IrPrinter(annotator);
    printer.body(module);
    return "module " + Quoting.quoted(module.name()) + "\n" + printer.withFiles();
  }

  /**
   * Returns the kernels of {@code module} without their blocks, and these variables, as text for
   * {@link IrParser#parseDeclarations}.
   *
   * @param variables of the module, with all that their initialisers refer to
   */
  public static String printDeclarations(Module module, Collection<GlobalVariable> variables) {
    IrPrinter printer = new IrPrinter(NO_COMMENTS);
    variables.forEach(printer::global);
    for (Function kernel : module.kernels()) {
      printer.header(kernel, new InstructionPrinter(kernel));
    }
    return "module " + Quoting.quoted(module.name()) + "\n" + printer.withFiles();
  }

  /** Returns one function as text, for debugging. */
  public static String print(Function function) {
    return print(function, NO_COMMENTS);
  }

  /** Returns one function as text, with a comment behind each instruction. */
  public static String print(Function function, Annotator annotator) {
    IrPrinter printer = new IrPrinter(annotator);
    printer.function(function);
    return printer.withFiles();
  }

  /** Returns one instruction of {@code function} as text, without its location. */
  public static String print(Function function, Instruction instruction) {
    return new InstructionPrinter(function).print(instruction);
  }

  private String withFiles() {
    return files.declarations() + out;
  }

  private void body(Module module) {
    List<Function> functions = module.functions(); // may have variables read
    if (!module.globals().isEmpty()) {
      out.append('\n');
    }
    module.globals().forEach(this::global);
    functions.forEach(this::function);
  }

  private void global(GlobalVariable variable) {
    out.append('@').append(Quoting.name(variable.name()));
    out.append(" = ").append(variable.space().keyword());
    out.append(" size ").append(variable.byteSize());
    out.append(" align ").append(variable.alignment());
    out.append(DeclarationPrinter.clause(variable.declaration()));
    Initializer initializer = variable.initializer();
    if (initializer != null) {
      out.append(" init \"").append(HexFormat.of().formatHex(initializer.bytes())).append('"');
      relocations(initializer.relocations());
    }
    out.append('\n');
  }

  private void relocations(List<Relocation> relocations) {
    if (relocations.isEmpty()) {
      return;
    }
    out.append(
        relocations.stream()
            .map(r -> r.offset() + ": @" + Quoting.name(r.target().name()) + " + " + r.addend())
            .collect(Collectors.joining(", ", " relocate [", "]")));
  }

  private void function(Function function) {
    InstructionPrinter instructions = new InstructionPrinter(function);
    header(function, instructions);
    out.append("{\n");
    for (Block block : function.blocks()) {
      out.append(InstructionPrinter.label(block)).append(":\n");
      for (Instruction instruction : block.instructions()) {
        line(function, instruction, instructions);
      }
    }
    out.append("}\n");
  }

  private void header(Function function, InstructionPrinter instructions) {
    out.append('\n').append(function.isKernel() ? "kernel @" : "function @");
    out.append(Quoting.name(function.name()));
    out.append(
        function.parameters().stream()
            .map(p -> parameter(p, instructions))
            .collect(Collectors.joining(", ", "(", ")")));
    if (!(function.returnType() instanceof VoidType)) {
      out.append(" -> ").append(function.returnType());
    }
    if (function.location() != null) {
      out.append(' ').append(files.location(function.location()));
    }
    if (function.isWhole()) {
      out.append(" whole");
    }
    kernel(function.kernel());
  }

  private static String parameter(Parameter parameter, InstructionPrinter instructions) {
    Attributes attributes = parameter.attributes();
    StringBuilder text = new StringBuilder(parameter.type().toString());
    text.append(attributes.byValueBytes() == 0 ? "" : " byval " + attributes.byValueBytes());
    text.append(attributes.alignment() == 0 ? "" : " align " + attributes.alignment());
    text.append(attributes.noAlias() ? " noalias" : "");
    text.append(attributes.readOnly() ? " readonly" : "");
    text.append(DeclarationPrinter.clause(parameter.declaration()));
    return text.append(' ').append(instructions.nameOf(parameter)).toString();
  }

  private void kernel(@Nullable KernelInfo kernel) {
    if (kernel == null) {
      out.append(' ');
      return;
    }
    out.append('\n');
    sizes("reqd_work_group_size", kernel.requiredWorkGroupSize());
    sizes("work_group_size_hint", kernel.workGroupSizeHint());
    if (!kernel.vectorTypeHint().isEmpty()) {
      out.append("  vec_type_hint ").append(Quoting.quoted(kernel.vectorTypeHint())).append('\n');
    }
    if (kernel.requiredSubGroupSize() != 0) {
      out.append("  reqd_sub_group_size ").append(kernel.requiredSubGroupSize()).append('\n');
    }
    if (kernel.requiredSubGroups() != 0) {
      out.append("  reqd_sub_groups ").append(kernel.requiredSubGroups()).append('\n');
    }
    kernel.arguments().forEach(this::argument);
  }

  private void sizes(String keyword, List<Integer> sizes) {
    if (!sizes.isEmpty()) {
      out.append("  ").append(keyword).append(' ').append(sizes).append('\n');
    }
  }

  private void argument(KernelInfo.Argument argument) {
    out.append("  arg ").append(Quoting.quoted(argument.name()));
    out.append(' ').append(Quoting.quoted(argument.typeName()));
    out.append(' ').append(argument.space().keyword());
    out.append(' ').append(Quoting.quoted(argument.access()));
    out.append(' ').append(Quoting.quoted(argument.qualifiers()));
    if (!argument.baseType().equals(argument.typeName())) {
      out.append(" base ").append(Quoting.quoted(argument.baseType()));
    }
    out.append('\n');
  }

  private void line(Function function, Instruction instruction, InstructionPrinter instructions) {
    out.append("  ").append(instructions.print(instruction));
    if (instruction.location() != null) {
      out.append("  ").append(files.location(instruction.location()));
    }
    String comment = annotator.annotate(function, instruction);
    if (!comment.isEmpty()) {
      out.append("  ; ").append(comment);
    }
    out.append('\n');
  }
}
