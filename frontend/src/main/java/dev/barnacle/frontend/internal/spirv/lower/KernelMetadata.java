package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.reader.global.KernelReader;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.binary.SpirvNames;
import dev.barnacle.frontend.internal.spirv.mangling.OpenClNames;
import dev.barnacle.frontend.internal.spirv.module.EntryPoint;
import dev.barnacle.frontend.internal.spirv.module.SpirvFunction;
import dev.barnacle.frontend.internal.spirv.module.SpirvModule;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import dev.barnacle.frontend.internal.spirv.module.Symbols;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The facts that the host may ask of a kernel, as clang's metadata: its arguments and execution
 * modes.
 *
 * <p>SPIR-V has no names of types; producers leave them in strings {@code
 * kernel_arg_type.KERNEL.TYPE,TYPE,}.
 */
final class KernelMetadata {
  private final SpirvModule module;
  private final EntryPoint entry;
  private final SpirvFunction function;
  private final MetadataNodes nodes;

  KernelMetadata(
      SpirvModule module, EntryPoint entry, SpirvFunction function, MetadataNodes nodes) {
    this.module = module;
    this.entry = entry;
    this.function = function;
    this.nodes = nodes;
  }

  /** Returns what stands behind the kernel's parameters, each with a blank before it. */
  String suffix() {
    List<String> types = told("kernel_arg_type", p -> OpenClNames.type(type(p), true));
    List<String> known = told("kernel_arg_base_type", p -> "");
    List<String> bases = known.contains("") ? types : known;
    List<String> qualifiers = told("kernel_arg_type_qual", this::qualifier);
    return attachment("kernel_arg_addr_space", each(p -> "i32 " + space(p)))
        + attachment("kernel_arg_access_qual", each(p -> text(access(p))))
        + attachment("kernel_arg_type", types.stream().map(KernelMetadata::text).toList())
        + attachment("kernel_arg_base_type", bases.stream().map(KernelMetadata::text).toList())
        + attachment("kernel_arg_type_qual", qualifiers.stream().map(KernelMetadata::text).toList())
        + attachment("kernel_arg_name", each(p -> text(module.nameOf(p.result()))))
        + modes();
  }

  private SpirvType type(SpirvInstruction parameter) {
    return module.types().get(parameter.type(), parameter);
  }

  private List<String> each(Function<SpirvInstruction, String> what) {
    return function.parameters().stream().map(what).toList();
  }

  private int space(SpirvInstruction parameter) {
    return switch (type(parameter)) {
      case SpirvType.Pointer p -> p.storage().space();
      case SpirvType.Image i -> 1;
      case SpirvType.Opaque o when isPipe(o) -> 1;
      default -> 0;
    };
  }

  private static boolean isPipe(SpirvType.Opaque type) {
    return type.kind() == SpirvType.Opaque.Kind.READ_PIPE
        || type.kind() == SpirvType.Opaque.Kind.WRITE_PIPE;
  }

  private String qualifier(SpirvInstruction parameter) {
    return type(parameter) instanceof SpirvType.Opaque o && isPipe(o) ? "pipe" : "";
  }

  private String access(SpirvInstruction parameter) {
    return switch (type(parameter)) {
      case SpirvType.Image i -> i.qualifier();
      case SpirvType.Opaque o when o.kind() == SpirvType.Opaque.Kind.READ_PIPE -> "read_only";
      case SpirvType.Opaque o when o.kind() == SpirvType.Opaque.Kind.WRITE_PIPE -> "write_only";
      default -> "none";
    };
  }

  /** Returns what the producer's strings say of each parameter, or what the types say. */
  private List<String> told(String key, Function<SpirvInstruction, String> otherwise) {
    String prefix = key + "." + entry.name() + ".";
    for (String string : module.strings()) {
      if (string.startsWith(prefix)) {
        List<String> parts = split(string.substring(prefix.length()));
        if (parts.size() == function.parameters().size()) {
          return parts;
        }
      }
    }
    return each(otherwise);
  }

  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>(List.of(text.split(",", -1)));
    if (parts.getLast().isEmpty()) {
      parts.removeLast();
    }
    return parts;
  }

  private static String text(String string) {
    return "!\"" + Symbols.escaped(string.getBytes(StandardCharsets.UTF_8)) + "\"";
  }

  private String attachment(String name, List<String> operands) {
    return " !" + name + " !" + nodes.node("!{" + String.join(", ", operands) + "}");
  }

  private String modes() {
    StringBuilder text = new StringBuilder();
    for (SpirvInstruction mode : entry.modes()) {
      switch (mode.operand(1)) {
        case 17 -> text.append(sizes("reqd_work_group_size", mode, false));
        case 38 -> text.append(sizes("reqd_work_group_size", mode, true));
        case 18 -> text.append(sizes("work_group_size_hint", mode, false));
        case 39 -> text.append(sizes("work_group_size_hint", mode, true));
        case 30 -> text.append(vectorHint(mode));
        case 35 ->
            text.append(attachment("intel_reqd_sub_group_size", List.of("i32 " + mode.operand(2))));
        case 36 -> text.append(subGroups(Integer.toUnsignedLong(mode.operand(2)), mode));
        case 37 -> text.append(subGroups(module.constants().integer(mode.operand(2), mode), mode));
        case 31, 4459, 4461, 4462 -> {
          // Without contraction, denormals kept, signed zeros kept, round to nearest: as always.
        }
        default ->
            throw mode.invalid(
                "the execution mode "
                    + SpirvNames.describe("ExecutionMode", mode.operand(1))
                    + " is not supported");
      }
    }
    return text.toString();
  }

  private String subGroups(long count, SpirvInstruction mode) {
    if (count < 1 || count > Integer.MAX_VALUE) {
      throw mode.invalid("a work-group of " + count + " sub-groups");
    }
    return attachment(KernelReader.REQUIRED_SUB_GROUPS, List.of("i32 " + count));
  }

  private String sizes(String name, SpirvInstruction mode, boolean ids) {
    String sizes =
        mode.operandsFrom(2).stream()
            .map(o -> ids ? module.constants().integer(o, mode) : (long) o)
            .map(size -> "i32 " + size)
            .collect(Collectors.joining(", "));
    if (mode.operands() != 5) {
      throw mode.invalid("has not three sizes");
    }
    return attachment(name, List.of(sizes));
  }

  /** The upper half of the literal is the number of components, the lower the scalar's type. */
  private String vectorHint(SpirvInstruction mode) {
    List<String> scalars = List.of("i8", "i16", "i32", "i64", "half", "float", "double");
    int lanes = mode.operand(2) >>> 16;
    int scalar = mode.operand(2) & 0xffff;
    if (scalar >= scalars.size() || lanes > 16) {
      throw mode.invalid("its type is none of vectors");
    }
    String type = scalars.get(scalar);
    String whole = lanes < 2 ? type : "<" + lanes + " x " + type + ">";
    return attachment("vec_type_hint", List.of(whole + " undef", "i32 1"));
  }
}
