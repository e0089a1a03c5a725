package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.module.AccessChain;
import dev.barnacle.frontend.internal.spirv.module.SpirvFunction;
import dev.barnacle.frontend.internal.spirv.module.SpirvType;
import java.util.List;

/** Writes a function's blocks. */
final class FunctionLowering {
  private final FunctionCode code;
  private final SpirvFunction function;
  private final ControlLowering control;
  private final List<Lowering> families;
  private boolean inBlock;

  FunctionLowering(FunctionCode code, SpirvFunction function) {
    this.code = code;
    this.function = function;
    this.control = new ControlLowering(code, new ControlEdges(code, function.body()));
    this.families =
        List.of(
            new MemoryLowering(code),
            new ArithmeticLowering(code),
            control,
            new RelationalLowering(code),
            new ConversionLowering(code),
            new CompositeLowering(code),
            new StandardLowering(code),
            new BitLowering(code),
            new AtomicLowering(code),
            new GroupLowering(code),
            new BlockLowering(code),
            new ImageLowering(code),
            new BuiltinLowering(code),
            new QueueLowering(code),
            new MiscellaneousLowering(code));
  }

  /** Writes all, with its structures that are passed by value read first. */
  void write() {
    findAliases();
    boolean first = true;
    for (SpirvInstruction instruction : function.body()) {
      code.setCurrent(instruction);
      code.lines().follow(instruction);
      switch (instruction.name()) {
        case Opcode.LABEL -> {
          begin(instruction);
          if (first) {
            BuiltinVariables.define(code, function.body());
            loadStructures(instruction);
            for (SpirvInstruction i : function.body()) {
              ControlLowering.makeRoom(code, i);
              QueueLowering.makeRoom(code, i);
            }
          }
          first = false;
        }
        case Opcode.LINE, Opcode.NO_LINE -> {
          // It says something of lines alone.
        }
        default -> instruction(instruction);
      }
    }
    if (inBlock) {
      throw function.declaration().invalid("its last block has no end");
    }
  }

  /** Copies are their originals, and constant addresses constants, also where they stand later. */
  private void findAliases() {
    BuiltinVariables.findPointers(code, function.body());
    for (SpirvInstruction instruction : function.body()) {
      if (instruction.name().endsWith("AccessChain")) {
        constantAddress(instruction);
      }
      code.setCurrent(instruction);
      switch (instruction.name()) {
        case Opcode.COPY_OBJECT, Opcode.EXPECT_KHR -> {
          if (!sameType(instruction)) {
            throw instruction.invalid("its operand has another type");
          }
          alias(instruction);
        }
        case Opcode.BITCAST,
            Opcode.PTR_CAST_TO_GENERIC,
            Opcode.GENERIC_CAST_TO_PTR,
            Opcode.PTR_CAST_TO_CROSS_WORKGROUP_ALTERA,
            Opcode.CROSS_WORKGROUP_CAST_TO_PTR_ALTERA -> {
          if (code.resultType() instanceof SpirvType.Pointer && sameType(instruction)) {
            alias(instruction);
          }
        }
        default -> {
          // Another value than its operands.
        }
      }
    }
  }

  private boolean sameType(SpirvInstruction instruction) {
    return code.type(instruction.operand(0)).llvm().equals(code.resultType().llvm());
  }

  private void alias(SpirvInstruction instruction) {
    if (code.resolved(instruction.operand(0)) == instruction.result()) {
      throw instruction.invalid("it is its own operand");
    }
    code.alias(instruction.result(), instruction.operand(0));
  }

  private void constantAddress(SpirvInstruction i) {
    AccessChain chain = new AccessChain(code.module(), i);
    List<Integer> indexes = i.operandsFrom(1);
    if (chain.isConstant(i.operand(0), indexes) && !code.isPrivate(i.operand(0))) {
      boolean element = i.name().contains("Ptr");
      code.setText(i.result(), chain.constant(i.operand(0), indexes, element));
    }
  }

  private void begin(SpirvInstruction label) {
    if (inBlock) {
      throw label.invalid("the block before it has no end");
    }
    inBlock = true;
    control.begin(label);
    code.label(label.result());
  }

  private void loadStructures(SpirvInstruction by) {
    for (SpirvInstruction parameter : function.parameters()) {
      SpirvType type = code.module().types().get(parameter.type(), parameter);
      if (ParameterAttributes.isAggregate(type)) {
        code.setCurrent(by);
        String address = code.names().value(parameter.result(), parameter);
        String value = code.text().load(type.llvm(), address);
        code.setText(parameter.result(), value);
      }
    }
  }

  private void instruction(SpirvInstruction instruction) {
    if (!inBlock) {
      throw instruction.invalid("it does not stand in a block");
    }
    for (Lowering family : families) {
      if (family.lower(instruction)) {
        inBlock = !isTerminator(instruction);
        return;
      }
    }
    throw instruction.invalid("this instruction is not supported");
  }

  private static boolean isTerminator(SpirvInstruction instruction) {
    return switch (instruction.name()) {
      case Opcode.BRANCH,
          Opcode.BRANCH_CONDITIONAL,
          Opcode.SWITCH,
          Opcode.RETURN,
          Opcode.RETURN_VALUE,
          Opcode.UNREACHABLE ->
          true;
      default -> false;
    };
  }
}
