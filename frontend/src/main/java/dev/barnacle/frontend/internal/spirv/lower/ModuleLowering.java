package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.module.Decorations;
import dev.barnacle.frontend.internal.spirv.module.EntryPoint;
import dev.barnacle.frontend.internal.spirv.module.IdSet;
import dev.barnacle.frontend.internal.spirv.module.ImportedIntrinsics;
import dev.barnacle.frontend.internal.spirv.module.LocalNames;
import dev.barnacle.frontend.internal.spirv.module.SpirvFunction;
import dev.barnacle.frontend.internal.spirv.module.SpirvModule;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import dev.barnacle.frontend.internal.spirv.module.StorageClass;
import dev.barnacle.frontend.internal.spirv.module.Symbols;
import dev.barnacle.frontend.internal.spirv.module.TypeLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Writes a module: its structures, variables, functions and what they call. */
public final class ModuleLowering {
  private static final String LAYOUT =
      "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";

  /** The intrinsic function that ends a program. */
  static final String TRAP = "llvm.trap";

  private static final int IMPORT = 1;
  private static final int LINK_ONCE_ODR = 2;

  private final SpirvModule module;
  private final LlvmOutput out = new LlvmOutput();
  private final DeclaredFunctions declared = new DeclaredFunctions();
  private final MetadataNodes nodes = new MetadataNodes();
  private final DebugLines lines;
  private final LocalNames names;
  private final Set<Integer> called;
  private final IdSet builtins;

  private ModuleLowering(SpirvModule module, String name, boolean byId) {
    this.module = module;
    this.lines = new DebugLines(module, name);
    this.names = new LocalNames(module, byId);
    this.called = called(module);
    this.builtins = BuiltinVariables.of(module);
  }

  /**
   * Writes a module as LLVM assembly for the target spir64.
   *
   * @param name what messages call it
   * @param byId whether values have names made of their ids, which LLVM repeats in its messages
   */
  public static Written write(SpirvModule module, String name, boolean byId) {
    ModuleLowering lowering = new ModuleLowering(module, name, byId);
    lowering.write();
    return new Written(lowering.out, lowering.lines);
  }

  /**
   * The result of writing a module.
   *
   * @param lines where the instructions come from
   */
  public record Written(LlvmOutput output, DebugLines lines) {}

  private void write() {
    out.line("target datalayout = \"" + LAYOUT + "\"");
    out.line("target triple = \"spir64\"");
    module.structs().forEach(s -> out.line(s.llvm() + " = type " + s.definition()));
    module.variables().forEach(this::variable);
    for (SpirvFunction function : module.functions()) {
      if (function.body().isEmpty()) {
        imported(function);
      } else {
        functions(function);
      }
    }
    objects("llvm.global_ctors", EntryPoint::isInitializer);
    objects("llvm.global_dtors", EntryPoint::isFinalizer);
    out.setOrigin(null);
    declared.print(out);
    nodes.print(out);
  }

  /** Lists what constructs or destroys the program's objects, as clang lists it. */
  private void objects(String list, Predicate<EntryPoint> kind) {
    List<String> entries = new ArrayList<>();
    for (EntryPoint entry : module.entryPoints()) {
      if (kind.test(entry)) {
        SpirvFunction function = module.function(entry.function(), entry.modes().getFirst());
        entries.add(
            "{ i32, ptr, ptr } { i32 65535, ptr @%s, ptr null }"
                .formatted(functionSymbol(module, function)));
      }
    }
    if (!entries.isEmpty()) {
      out.line(
          "@%s = appending global [%d x { i32, ptr, ptr }] [%s]"
              .formatted(list, entries.size(), String.join(", ", entries)));
    }
  }

  private int linkage(int id) {
    return module
        .decorations()
        .find(id, Decorations.LINKAGE_ATTRIBUTES)
        .filter(i -> !module.linkName(id).isEmpty())
        .map(i -> i.operand(i.afterString(2)))
        .orElse(-1);
  }

  private String linkageWord(int id) {
    return switch (linkage(id)) {
      case -1 -> "internal ";
      case IMPORT -> "external ";
      case LINK_ONCE_ODR -> "linkonce_odr ";
      default -> "";
    };
  }

  private void variable(SpirvInstruction i) {
    out.setOrigin(i);
    if (!(module.types().get(i.type(), i) instanceof SpirvType.Pointer pointer)) {
      throw i.invalid("its type is no pointer");
    }
    StorageClass storage = pointer.storage();
    if (BuiltinVariables.isBuiltin(i, module)) {
      return;
    }
    if (storage.space() == 0 || storage.space() == 4) {
      throw i.invalid("no variable of a module has the storage class " + storage);
    }
    SpirvType type = pointer.pointee().get();
    String value = "";
    if (linkage(i.result()) != IMPORT) {
      value =
          i.operands() > 1
              ? " " + module.constants().get(i.operand(1), i).llvm()
              : storage == StorageClass.WORKGROUP ? " undef" : " zeroinitializer";
    }
    String kind = storage == StorageClass.UNIFORM_CONSTANT ? "constant " : "global ";
    long alignment =
        module
            .decorations()
            .number(i.result(), Decorations.ALIGNMENT)
            .filter(a -> a > 0 && Integer.bitCount(a) == 1)
            .map(a -> (long) a)
            .orElse(TypeLayout.alignment(type));
    out.line(
        "@%s = %saddrspace(%d) %s%s%s, align %d"
            .formatted(
                module.symbol(i.result()),
                linkageWord(i.result()),
                storage.space(),
                kind,
                type.llvm(),
                value,
                alignment));
  }

  /** Returns the name of a function that others call: a kernel has another one for the host. */
  static String functionSymbol(SpirvModule module, SpirvFunction function) {
    return module.symbol(function.id());
  }

  /** Returns whether a function is imported by the name of LLVM's trap, which SPIR-V lacks. */
  static boolean isTrap(SpirvModule module, SpirvFunction function) {
    return function.body().isEmpty()
        && function.parameters().isEmpty()
        && module.linkName(function.id()).equals(TRAP);
  }

  private void imported(SpirvFunction function) {
    SpirvInstruction i = function.declaration();
    out.setOrigin(i);
    if (linkage(function.id()) != IMPORT) {
      throw i.invalid("it has no blocks and is not imported");
    }
    if (isTrap(module, function) || ImportedIntrinsics.has(module, function)) {
      return;
    }
    if (module.linkName(function.id()).startsWith("llvm.")) {
      throw i.invalid("it imports '" + module.linkName(function.id()) + "', which is LLVM's own");
    }
    checkSignature(function);
    SpirvType result = module.types().get(i.type(), i);
    List<String> parameters = new ArrayList<>();
    if (ParameterAttributes.isAggregate(result)) {
      parameters.add(ParameterAttributes.structureResult(result));
    }
    for (SpirvInstruction parameter : function.parameters()) {
      parameters.add(parameterType(parameter));
    }
    declared.add(
        functionSymbol(module, function),
        "spir_func ",
        ParameterAttributes.isAggregate(result) ? "void" : result.llvm(),
        String.join(", ", parameters),
        i);
  }

  /** A function is written once for the host under each kernel's name, and once for callers. */
  private void functions(SpirvFunction function) {
    boolean kernel = false;
    for (EntryPoint entry : module.entryPoints()) {
      if (entry.function() != function.id()) {
        continue;
      }
      if (entry.isInitializer() || entry.isFinalizer()) {
        if (!function.parameters().isEmpty()) {
          throw function.declaration().invalid("what initializes or finalizes has no parameters");
        }
      } else {
        kernel = true;
        write(function, entry);
      }
    }
    if (!kernel || called.contains(function.id())) {
      write(function, null);
    }
  }

  /** Returns the functions that instructions call, enqueue or ask about. */
  private static Set<Integer> called(SpirvModule module) {
    Set<Integer> ids = new HashSet<>();
    for (SpirvFunction function : module.functions()) {
      for (SpirvInstruction i : function.body()) {
        int at = i.name().equals(Opcode.FUNCTION_CALL) ? 0 : QueueLowering.named(i);
        if (at >= 0) {
          ids.add(i.operand(at));
        }
      }
    }
    return ids;
  }

  private void write(SpirvFunction function, @Nullable EntryPoint entry) {
    SpirvInstruction i = function.declaration();
    out.setOrigin(i);
    checkSignature(function);
    String symbol = entry == null ? functionSymbol(module, function) : Symbols.quoted(entry.name());
    lines.begin(entry == null ? module.nameOf(function.id()) : entry.name(), function);
    List<String> parameters = new ArrayList<>();
    SpirvType result = module.types().get(i.type(), i);
    boolean byAddress = ParameterAttributes.isAggregate(result);
    if (byAddress) {
      parameters.add(ParameterAttributes.structureResult(result) + " %result");
    }
    for (SpirvInstruction parameter : function.parameters()) {
      parameters.add(parameterType(parameter) + " " + names.value(parameter.result(), parameter));
    }
    String head = entry == null ? linkageWord(function.id()) + "spir_func " : "spir_kernel ";
    String metadata =
        entry == null ? "" : new KernelMetadata(module, entry, function, nodes).suffix();
    out.line(
        "define %s%s @%s(%s)%s {"
            .formatted(
                head,
                byAddress ? "void" : result.llvm(),
                symbol,
                String.join(", ", parameters),
                metadata));
    FunctionCode code = new FunctionCode(module, out, declared, lines, builtins, names, i);
    new FunctionLowering(code, function).write();
    out.line("}");
  }

  private String parameterType(SpirvInstruction parameter) {
    SpirvType type = module.types().get(parameter.type(), parameter);
    return (ParameterAttributes.isAggregate(type) ? "ptr" : type.llvm())
        + ParameterAttributes.of(module, parameter);
  }

  private void checkSignature(SpirvFunction function) {
    SpirvInstruction i = function.declaration();
    if (!(module.types().get(i.operand(1), i) instanceof SpirvType.FunctionType type)) {
      throw i.invalid("%" + i.operand(1) + " is no function type");
    }
    List<String> declaredTypes = type.parameters().stream().map(SpirvType::llvm).toList();
    List<String> types =
        function.parameters().stream().map(p -> module.types().get(p.type(), p).llvm()).toList();
    String result = module.types().get(i.type(), i).llvm();
    if (!declaredTypes.equals(types) || !result.equals(type.result().llvm())) {
      throw i.invalid("its parameters or result are not those of its type");
    }
  }
}
