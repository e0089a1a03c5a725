package dev.barnacle.frontend.internal.reader.global;

import dev.barnacle.frontend.internal.reader.type.TypeReader;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.view.LlvmArgument;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmMetadata;
import dev.barnacle.llvm.view.LlvmType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads a kernel's metadata: its attributes and what it says of its arguments. */
public final class KernelReader {
  /** Metadata of kernels that say how many sub-groups their work-groups must have. */
  public static final String REQUIRED_SUB_GROUPS = "barnacle_reqd_sub_groups";

  private static final Pattern VECTOR =
      Pattern.compile("(\\w+) __attribute__\\(\\(ext_vector_type\\((\\d+)\\)\\)\\)");

  private final LlvmContext context;
  private final LlvmFunction kernel;

  private KernelReader(LlvmContext context, LlvmFunction kernel) {
    this.context = context;
    this.kernel = kernel;
  }

  /** Reads the metadata of a function with the calling convention of kernels. */
  public static KernelInfo read(LlvmContext context, LlvmFunction kernel) {
    return new KernelReader(context, kernel).read();
  }

  private KernelInfo read() {
    List<Integer> subGroupSize = numbers("intel_reqd_sub_group_size");
    List<Integer> subGroups = numbers(REQUIRED_SUB_GROUPS);
    return new KernelInfo(
        numbers("reqd_work_group_size"),
        numbers("work_group_size_hint"),
        vectorTypeHint(),
        subGroupSize.isEmpty() ? 0 : subGroupSize.getFirst(),
        subGroups.isEmpty() ? 0 : subGroups.getFirst(),
        arguments());
  }

  private List<KernelInfo.Argument> arguments() {
    List<Integer> spaces = numbers("kernel_arg_addr_space");
    List<String> access = strings("kernel_arg_access_qual");
    List<String> types = strings("kernel_arg_type");
    List<String> bases = strings("kernel_arg_base_type");
    List<String> qualifiers = strings("kernel_arg_type_qual");
    List<String> names = strings("kernel_arg_name");
    List<KernelInfo.Argument> arguments = new ArrayList<>();
    boolean block = isBlock(kernel);
    for (int i = 0; i < kernel.parameters().size(); i++) {
      String type = isSampler(i) ? KernelInfo.SAMPLER : at(types, i, "");
      if (block) {
        arguments.add(blockArgument(i));
        continue;
      }
      arguments.add(
          new KernelInfo.Argument(
              name(at(names, i, parameterName(kernel, i)), i),
              type,
              isSampler(i) ? type : named(at(bases, i, type)),
              i < spaces.size() ? TypeReader.space(spaces.get(i)) : parameterSpace(i),
              access(at(access, i, "none"), at(qualifiers, i, "")),
              at(qualifiers, i, "")));
    }
    return arguments;
  }

  /**
   * Returns the name of a parameter: its position where it has none, as in SPIR-V without names.
   */
  private static String name(String known, int index) {
    return known.isEmpty() ? Integer.toString(index) : known;
  }

  /** Clang makes a kernel of each block that is enqueued, without the metadata of others. */
  public static boolean isBlock(LlvmFunction function) {
    List<LlvmArgument> parameters = function.parameters();
    return function.callingConvention() == LlvmFunction.SPIR_KERNEL
        && !parameters.isEmpty()
        && parameters.getFirst().type().kind() == LlvmType.Kind.POINTER
        && TypeReader.space(parameters.getFirst().type().addressSpace()) == AddressSpace.GENERIC;
  }

  /** The literal is copied into global memory when the block is enqueued. */
  private KernelInfo.Argument blockArgument(int index) {
    return index == 0
        ? new KernelInfo.Argument("block", KernelInfo.BLOCK, AddressSpace.GLOBAL, "none", "")
        : new KernelInfo.Argument(
            parameterName(kernel, index), "void*", AddressSpace.LOCAL, "none", "");
  }

  /** A pipe is one to read if it is not said (OpenCL C, "Pipe Functions"). */
  private static String access(String said, String qualifiers) {
    return said.equals("none") && qualifiers.contains("pipe") ? "read_only" : said;
  }

  /** Gives vectors the names that OpenCL C has for them: clang resolves these too. */
  private static String named(String type) {
    return VECTOR.matcher(type).replaceAll("$1$2");
  }

  private AddressSpace parameterSpace(int index) {
    LlvmType type = kernel.parameters().get(index).type();
    return type.kind() == LlvmType.Kind.POINTER
        ? TypeReader.space(type.addressSpace())
        : AddressSpace.PRIVATE;
  }

  /** A sampler is one also under a typedef's name. */
  private boolean isSampler(int index) {
    LlvmType type = kernel.parameters().get(index).type();
    return type.kind() == LlvmType.Kind.TARGET_EXTENSION
        && type.extensionName().equals(TypeReader.SAMPLER);
  }

  private static String at(List<String> list, int index, String otherwise) {
    return index < list.size() ? list.get(index) : otherwise;
  }

  /** The name of a function's parameter, or one made from its position. */
  public static String parameterName(LlvmFunction function, int index) {
    String name = function.parameters().get(index).name();
    return name.isEmpty() ? "arg" + index : name;
  }

  private List<Optional<LlvmMetadata>> operands(String name) {
    List<LlvmMetadata> nodes = kernel.metadata(context, name);
    return nodes.isEmpty() ? List.of() : nodes.getFirst().operands();
  }

  private List<Integer> numbers(String name) {
    return operands(name).stream()
        .flatMap(Optional::stream)
        .flatMap(operand -> operand.constant().stream())
        .map(constant -> constant.integerValue().intValue())
        .toList();
  }

  private List<String> strings(String name) {
    return operands(name).stream()
        .map(operand -> operand.flatMap(LlvmMetadata::string).orElse(""))
        .toList();
  }

  /** The metadata is an undefined value of the type, then 1 if it is signed. */
  private String vectorTypeHint() {
    List<Optional<LlvmMetadata>> operands = operands("vec_type_hint");
    if (operands.size() < 2) {
      return "";
    }
    boolean signed =
        operands
            .get(1)
            .flatMap(LlvmMetadata::constant)
            .map(constant -> constant.integerValue().signum() != 0)
            .orElse(false);
    return operands
        .getFirst()
        .flatMap(LlvmMetadata::constant)
        .map(LlvmConstant::type)
        .map(type -> typeName(type, signed))
        .orElse("");
  }

  private static String typeName(LlvmType type, boolean signed) {
    return switch (type.kind()) {
      case VECTOR -> typeName(type.element(), signed) + type.count();
      case HALF -> "half";
      case FLOAT -> "float";
      case DOUBLE -> "double";
      case INTEGER -> (signed ? "" : "u") + integerName(type.integerBits());
      default -> type.toString();
    };
  }

  private static String integerName(int bits) {
    return switch (bits) {
      case 8 -> "char";
      case 16 -> "short";
      case 32 -> "int";
      default -> "long";
    };
  }
}
