package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.module.Decorations;
import dev.barnacle.frontend.internal.spirv.module.SpirvModule;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import dev.barnacle.frontend.internal.spirv.module.TypeLayout;

/** The attributes that follow a parameter's type in LLVM's assembly. */
final class ParameterAttributes {
  private static final int BY_VAL = 2;
  private static final int NO_ALIAS = 4;
  private static final int NO_WRITE = 6;
  private static final int NO_READ_WRITE = 7;

  private ParameterAttributes() {}

  /**
   * Returns the attributes, each with a blank before it. Structures are passed by value through an
   * address, as clang passes them.
   */
  static String of(SpirvModule module, SpirvInstruction parameter) {
    StringBuilder text = new StringBuilder();
    SpirvType type = module.types().get(parameter.type(), parameter);
    if (!(type instanceof SpirvType.Pointer pointer)) {
      return isAggregate(type)
          ? " byval(" + type.llvm() + ") align " + TypeLayout.alignment(type)
          : "";
    }
    boolean aligned = false;
    for (SpirvInstruction i :
        module.decorations().list(parameter.result(), Decorations.FUNC_PARAM_ATTR)) {
      switch (i.operand(2)) {
        case BY_VAL -> {
          SpirvType pointee = pointer.pointee().get();
          text.append(" byval(").append(pointee.llvm()).append(')');
          text.append(" align ").append(TypeLayout.alignment(pointee));
          aligned = true;
        }
        case NO_ALIAS -> text.append(" noalias");
        case NO_WRITE -> text.append(" readonly");
        case NO_READ_WRITE -> text.append(" readnone");
        default -> {
          // Others say nothing of use.
        }
      }
    }
    int alignment =
        module.decorations().number(parameter.result(), Decorations.ALIGNMENT).orElse(0);
    if (!aligned && alignment > 0 && Integer.bitCount(alignment) == 1) {
      text.append(" align ").append(alignment);
    }
    return text.toString();
  }

  /** Returns the parameter through which a structure is returned, without its name. */
  static String structureResult(SpirvType type) {
    return "ptr sret(" + type.llvm() + ") align " + TypeLayout.alignment(type);
  }

  static boolean isAggregate(SpirvType type) {
    return type instanceof SpirvType.Struct || type instanceof SpirvType.Array;
  }
}
