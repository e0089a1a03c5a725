package dev.barnacle.frontend.internal.reader;

import dev.barnacle.frontend.internal.reader.call.CallReader;
import dev.barnacle.frontend.internal.reader.context.FunctionContext;
import dev.barnacle.frontend.internal.reader.context.ReaderContext;
import dev.barnacle.frontend.internal.reader.global.DeclarationReader;
import dev.barnacle.frontend.internal.reader.operation.ArithmeticReader;
import dev.barnacle.frontend.internal.reader.operation.MemoryReader;
import dev.barnacle.frontend.internal.reader.operation.VectorReader;
import dev.barnacle.frontend.internal.reader.operation.WideReader;
import dev.barnacle.frontend.internal.reader.type.IntegerWidths;
import dev.barnacle.frontend.internal.reader.type.MangledName;
import dev.barnacle.frontend.internal.reader.type.TypeReader;
import dev.barnacle.frontend.internal.reader.type.UnsupportedException;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Trap;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Unreachable;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VoidType;
import dev.barnacle.llvm.view.LlvmArgument;
import dev.barnacle.llvm.view.LlvmBlock;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmDebugVariable;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmInstruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Reads the body of one function. Blocks are read so that each comes after those that dominate it;
 * the operands of phis are filled in at the end. One LLVM block may become several, where an
 * instruction needs control flow of its own.
 */
final class FunctionReader {
  private final FunctionContext context;
  private final LlvmFunction source;
  private final ArithmeticReader arithmetic;
  private final VectorReader vectors;
  private final WideReader wide;
  private final MemoryReader memory;
  private final CallReader calls;
  private final Map<LlvmInstruction, LlvmDebugVariable> declared;

  /** The blocks of the IR that each reachable block became, the first one and what was added. */
  private final Map<LlvmBlock, List<Block>> blocks = new LinkedHashMap<>();

  private final Map<LlvmBlock, Block> ends = new HashMap<>();
  private final Map<LlvmInstruction, List<Phi>> phis = new LinkedHashMap<>();

  FunctionReader(ReaderContext module, LlvmFunction source, Function function) {
    this.source = source;
    this.context = new FunctionContext(module, function);
    this.arithmetic = new ArithmeticReader(context);
    this.vectors = new VectorReader(context);
    this.wide = new WideReader(context);
    this.memory = new MemoryReader(context, wide);
    this.calls = new CallReader(context, wide);
    this.declared = module.isWatched() ? module.declarations().of(source) : Map.of();
  }

  /** Fills the function with blocks. */
  void read() {
    List<LlvmBlock> order = ReversePostOrder.of(source);
    nameBlocks(order);
    context.builder().setBlock(first(order.getFirst()));
    defineParameters();
    for (LlvmBlock block : order) {
      readBlock(block);
    }
    fillPhis();
    placeBlocks();
    SpareInstructions.remove(context.function(), context.spare());
  }

  private void defineParameters() {
    List<Parameter> parameters = context.function().parameters();
    int next = 0;
    for (LlvmArgument argument : source.parameters()) {
      Parameter parameter = parameters.get(next++);
      if (!IntegerWidths.isWide(argument.type())) {
        context.define(argument, generic(parameter, argument));
      } else if (parameter.type() instanceof PointerType) {
        context.defineParts(argument, wide.words(builder().load(WideReader.PAIR, parameter)));
      } else {
        context.defineParts(argument, List.of(parameter, parameters.get(next++)));
      }
    }
  }

  /** A block's literal is in global memory, whatever it points to for clang. */
  private Value generic(Parameter parameter, LlvmArgument argument) {
    Type wanted = context.type(argument.type());
    return parameter.type().equals(wanted)
        ? parameter
        : builder().cast(Cast.Op.ADDRSPACECAST, parameter, wanted);
  }

  private void nameBlocks(List<LlvmBlock> reachable) {
    Map<LlvmBlock, Integer> positions = new HashMap<>();
    List<LlvmBlock> all = source.blocks();
    for (LlvmBlock block : all) {
      positions.put(block, positions.size());
    }
    for (LlvmBlock block : reachable) {
      int position = positions.getOrDefault(block, 0);
      String hint = block.name().isEmpty() ? "b" + position : block.name();
      String name = position == 0 ? "entry" : hint;
      blocks.put(block, new ArrayList<>(List.of(new Block(name))));
    }
  }

  private Block first(LlvmBlock block) {
    return blocks.getOrDefault(block, List.of()).getFirst();
  }

  private void readBlock(LlvmBlock block) {
    context.builder().setBlock(first(block));
    for (LlvmInstruction instruction : block.instructions()) {
      context.setLocation(context.module().locations().of(instruction));
      try {
        read(instruction);
      } catch (UnsupportedException e) {
        fail(instruction, e);
      }
    }
    blocks.getOrDefault(block, List.of()).addAll(context.takeAddedBlocks());
    ends.put(block, context.builder().block());
  }

  /** Notes the error and goes on, so that the user sees all of them. */
  private void fail(LlvmInstruction instruction, UnsupportedException error) {
    if (!error.isFollowUp()) {
      String message = String.valueOf(error.getMessage());
      context
          .module()
          .error(
              context.location(),
              context.location() == null
                  ? "in function '" + MangledName.demangle(source.name()) + "': " + message
                  : message);
    }
    try {
      context.defineUndefined(instruction);
    } catch (UnsupportedException noType) {
      // Its users are passed over.
      context.defineParts(instruction, List.of());
    }
  }

  private void read(LlvmInstruction instruction) {
    switch (instruction.opcode()) {
      case BR -> branch(instruction);
      case SWITCH -> switchOn(instruction);
      case RET -> ret(instruction);
      case UNREACHABLE -> unreachable();
      case PHI -> phi(instruction);
      case STORE -> memory.store(instruction);
      case FENCE -> memory.fence(instruction);
      case LOAD -> context.defineParts(instruction, memory.load(instruction));
      case CMPXCHG -> context.defineParts(instruction, memory.compareExchange(instruction));
      case SELECT -> context.defineParts(instruction, vectors.select(instruction));
      case FREEZE -> context.defineParts(instruction, vectors.freeze(instruction));
      case EXTRACTVALUE -> context.defineParts(instruction, vectors.extractValue(instruction));
      case INSERTVALUE -> context.defineParts(instruction, vectors.insertValue(instruction));
      case CALL -> context.defineParts(instruction, calls.read(instruction));
      default -> {
        if (WideReader.concerns(instruction)) {
          context.defineParts(instruction, wide.read(instruction));
        } else {
          context.define(instruction, named(scalar(instruction), instruction));
        }
      }
    }
  }

  private static Value named(Value value, LlvmInstruction source) {
    if (value instanceof Instruction made && made.name().isEmpty()) {
      made.setName(source.name());
    }
    return value;
  }

  private Value alloca(LlvmInstruction instruction) {
    Alloca alloca = memory.alloca(instruction);
    LlvmDebugVariable variable = declared.get(instruction);
    if (variable != null) {
      alloca.setDeclaration(DeclarationReader.declaration(variable, alloca.byteSize()));
      variable
          .declared()
          .ifPresent(call -> alloca.setLocation(context.module().locations().of(call)));
    }
    return alloca;
  }

  private Value scalar(LlvmInstruction instruction) {
    return switch (instruction.opcode()) {
      case ADD -> arithmetic.binary(instruction, Binary.Op.ADD);
      case SUB -> arithmetic.binary(instruction, Binary.Op.SUB);
      case MUL -> arithmetic.binary(instruction, Binary.Op.MUL);
      case UDIV -> arithmetic.binary(instruction, Binary.Op.UDIV);
      case SDIV -> arithmetic.binary(instruction, Binary.Op.SDIV);
      case UREM -> arithmetic.binary(instruction, Binary.Op.UREM);
      case SREM -> arithmetic.binary(instruction, Binary.Op.SREM);
      case SHL -> arithmetic.binary(instruction, Binary.Op.SHL);
      case LSHR -> arithmetic.binary(instruction, Binary.Op.LSHR);
      case ASHR -> arithmetic.binary(instruction, Binary.Op.ASHR);
      case AND -> arithmetic.binary(instruction, Binary.Op.AND);
      case OR -> arithmetic.binary(instruction, Binary.Op.OR);
      case XOR -> arithmetic.binary(instruction, Binary.Op.XOR);
      case FADD -> arithmetic.binary(instruction, Binary.Op.FADD);
      case FSUB -> arithmetic.binary(instruction, Binary.Op.FSUB);
      case FMUL -> arithmetic.binary(instruction, Binary.Op.FMUL);
      case FDIV -> arithmetic.binary(instruction, Binary.Op.FDIV);
      case FREM -> arithmetic.binary(instruction, Binary.Op.FREM);
      case FNEG -> arithmetic.unary(instruction, Unary.Op.FNEG);
      case ICMP -> arithmetic.compareIntegers(instruction);
      case FCMP -> arithmetic.compareFloats(instruction);
      case EXTRACTELEMENT -> vectors.extractElement(instruction);
      case INSERTELEMENT -> vectors.insertElement(instruction);
      case SHUFFLEVECTOR -> vectors.shuffle(instruction);
      case ALLOCA -> alloca(instruction);
      case GETELEMENTPTR -> memory.address(instruction);
      case ATOMICRMW -> memory.atomicRmw(instruction);
      default -> conversion(instruction);
    };
  }

  private Value conversion(LlvmInstruction instruction) {
    return switch (instruction.opcode()) {
      case TRUNC -> arithmetic.cast(instruction, Cast.Op.TRUNC);
      case ZEXT -> arithmetic.cast(instruction, Cast.Op.ZEXT);
      case SEXT -> arithmetic.cast(instruction, Cast.Op.SEXT);
      case FPTRUNC -> arithmetic.cast(instruction, Cast.Op.FPTRUNC);
      case FPEXT -> arithmetic.cast(instruction, Cast.Op.FPEXT);
      case FPTOUI -> arithmetic.cast(instruction, Cast.Op.FPTOUI);
      case FPTOSI -> arithmetic.cast(instruction, Cast.Op.FPTOSI);
      case UITOFP -> arithmetic.cast(instruction, Cast.Op.UITOFP);
      case SITOFP -> arithmetic.cast(instruction, Cast.Op.SITOFP);
      case PTRTOINT -> arithmetic.cast(instruction, Cast.Op.PTRTOINT);
      case INTTOPTR -> arithmetic.cast(instruction, Cast.Op.INTTOPTR);
      case BITCAST -> arithmetic.cast(instruction, Cast.Op.BITCAST);
      case ADDRSPACECAST -> arithmetic.cast(instruction, Cast.Op.ADDRSPACECAST);
      case VA_ARG -> throw UnsupportedException.of("a function with a variable argument list");
      case INDIRECTBR -> throw UnsupportedException.of("a jump to a computed label");
      default -> throw UnsupportedException.of("the LLVM instruction '" + instruction + "'");
    };
  }

  private IrBuilder builder() {
    return context.builder();
  }

  private void branch(LlvmInstruction instruction) {
    List<LlvmBlock> targets = instruction.successors();
    if (!instruction.isConditional()) {
      builder().branch(first(targets.getFirst()));
      return;
    }
    Value condition = context.value(instruction.operand(0));
    builder().branch(condition, first(targets.get(0)), first(targets.get(1)));
  }

  private void switchOn(LlvmInstruction instruction) {
    if (IntegerWidths.isWide(instruction.operand(0).type())) {
      switchOnWide(instruction);
      return;
    }
    Value value = context.value(instruction.operand(0));
    boolean odd = IntegerWidths.isOdd(instruction.operand(0).type());
    List<Long> cases = new ArrayList<>();
    for (LlvmConstant constant : instruction.switchCases()) {
      long signed = constant.integerValue().longValue();
      long mask = odd ? (1L << constant.type().integerBits()) - 1 : -1;
      cases.add(signed & mask);
    }
    addSwitch(instruction, value, cases);
  }

  private void switchOnWide(LlvmInstruction instruction) {
    List<LlvmConstant> constants = instruction.switchCases();
    List<Long> cases = LongStream.range(0, constants.size()).boxed().toList();
    addSwitch(instruction, wide.caseNumber(instruction.operand(0), constants), cases);
  }

  private void addSwitch(LlvmInstruction instruction, Value value, List<Long> cases) {
    List<Block> targets = instruction.successors().stream().map(this::first).toList();
    builder().add(new Switch(value, targets.getFirst(), cases, targets.subList(1, targets.size())));
  }

  /** Behind a trap the function is left, with no value in particular. */
  private void unreachable() {
    List<Instruction> before = builder().block().instructions();
    Type type = context.function().returnType();
    if (before.isEmpty() || !(before.getLast() instanceof Trap)) {
      builder().add(new Unreachable());
    } else if (type instanceof VoidType) {
      builder().ret();
    } else {
      builder().add(new Return(new UndefConstant(type)));
    }
  }

  private void ret(LlvmInstruction instruction) {
    if (context.function().returnType() instanceof VoidType) {
      builder().ret();
    } else if (IntegerWidths.isWide(instruction.operand(0).type())) {
      builder().add(new Return(wide.pair(wide.value(instruction.operand(0)))));
    } else {
      builder().add(new Return(context.value(instruction.operand(0))));
    }
  }

  private void phi(LlvmInstruction instruction) {
    List<Phi> parts = new ArrayList<>();
    for (TypeReader.Leaf leaf : context.types().leaves(instruction.type())) {
      Phi phi = builder().phi(leaf.type());
      phi.setName(instruction.name());
      parts.add(phi);
      if (IntegerWidths.isWide(instruction.type())) {
        context.mayGo(phi);
      }
    }
    phis.put(instruction, parts);
    context.defineParts(instruction, parts);
  }

  private void fillPhis() {
    phis.forEach(
        (instruction, parts) -> {
          context.setLocation(context.module().locations().of(instruction));
          List<LlvmBlock> incoming = instruction.incomingBlocks();
          for (int i = 0; i < incoming.size(); i++) {
            Block end = ends.get(incoming.get(i));
            if (end != null) {
              fillPhi(instruction, i, parts, end);
            }
          }
        });
  }

  /** An address that has to be computed for the phi is computed at the end of the predecessor. */
  private void fillPhi(LlvmInstruction instruction, int edge, List<Phi> parts, Block end) {
    builder().setPosition(end, end.instructions().size() - 1);
    try {
      List<Value> values = context.parts(instruction.operand(edge));
      for (int i = 0; i < parts.size(); i++) {
        parts.get(i).addIncoming(values.get(i), end);
      }
    } catch (UnsupportedException e) {
      if (!e.isFollowUp()) {
        context.module().error(context.location(), String.valueOf(e.getMessage()));
      }
    }
  }

  /** Private memory stands at the head of the entry block; blocks stand in LLVM's order. */
  private void placeBlocks() {
    for (LlvmBlock block : source.blocks()) {
      context.function().blocks().addAll(blocks.getOrDefault(block, List.of()));
    }
    context.function().entry().instructions().addAll(0, context.allocas());
  }
}
