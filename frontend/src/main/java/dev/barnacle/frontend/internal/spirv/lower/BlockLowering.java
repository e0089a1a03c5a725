package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.mangling.MangledArgument;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.ArrayList;
import java.util.List;

/**
 * Blocks of memory and of images that a sub-group reads and writes as a whole ({@code
 * SPV_INTEL_subgroups}), as the functions of {@code cl_intel_subgroups} and its kin.
 */
final class BlockLowering implements Lowering {
  private final FunctionCode code;

  BlockLowering(FunctionCode code) {
    this.code = code;
  }

  @Override
  public boolean lower(SpirvInstruction i) {
    switch (i.name()) {
      case Opcode.SUBGROUP_BLOCK_READ_INTEL -> read(i, List.of(address(i, i.operand(0), true)));
      case Opcode.SUBGROUP_BLOCK_PREFETCH_INTEL -> prefetch(i);
      case Opcode.SUBGROUP_BLOCK_WRITE_INTEL -> write(i, List.of(address(i, i.operand(0), false)));
      case Opcode.SUBGROUP_IMAGE_BLOCK_READ_INTEL -> read(i, image(i));
      case Opcode.SUBGROUP_IMAGE_BLOCK_WRITE_INTEL -> write(i, image(i));
      default -> {
        return false;
      }
    }
    return true;
  }

  /** An argument with its type. */
  private record Argument(MangledArgument type, String typed) {}

  /** Leaves a prefetch out, which has no effect ({@code SPV_INTEL_subgroup_buffer_prefetch}). */
  private void prefetch(SpirvInstruction i) {
    Argument unused = address(i, i.operand(0), true);
  }

  private Argument address(SpirvInstruction i, int id, boolean constant) {
    if (code.type(id) instanceof SpirvType.Pointer pointer && pointer.storage().space() == 1) {
      return new Argument(
          new MangledArgument.Pointer(1, constant, pointer.pointee().get(), false), code.typed(id));
    }
    throw i.invalid("%" + id + " is no pointer to global memory");
  }

  private List<Argument> image(SpirvInstruction i) {
    List<Argument> arguments = new ArrayList<>();
    for (int id : List.of(i.operand(0), i.operand(1))) {
      arguments.add(new Argument(MangledArgument.signed(code.type(id)), code.typed(id)));
    }
    return arguments;
  }

  private static String name(String stem, SpirvType type, SpirvInstruction i) {
    if (!(type.scalar() instanceof SpirvType.Int element)) {
      throw i.invalid("its data are no integers");
    }
    String suffix =
        switch (element.bits()) {
          case 8 -> "_uc";
          case 16 -> "_us";
          case 32 -> "";
          default -> "_ul";
        };
    String width = type instanceof SpirvType.Vector v ? Integer.toString(v.count()) : "";
    return "intel_sub_group_block_" + stem + suffix + width;
  }

  private void read(SpirvInstruction i, List<Argument> from) {
    SpirvType type = code.resultType();
    code.define(
        code.library(
            name("read", type, i),
            type,
            from.stream().map(Argument::type).toList(),
            from.stream().map(Argument::typed).toList()));
  }

  private void write(SpirvInstruction i, List<Argument> to) {
    int data = i.operand(to.size());
    List<Argument> arguments = new ArrayList<>(to);
    arguments.add(new Argument(MangledArgument.unsigned(code.type(data)), code.typed(data)));
    code.effect(
        code.library(
            name("write", code.type(data), i),
            new SpirvType.VoidType(),
            arguments.stream().map(Argument::type).toList(),
            arguments.stream().map(Argument::typed).toList()));
  }
}
