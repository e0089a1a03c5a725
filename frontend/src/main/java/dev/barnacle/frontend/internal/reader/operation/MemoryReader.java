package dev.barnacle.frontend.internal.reader.operation;

import dev.barnacle.frontend.internal.reader.context.FunctionContext;
import dev.barnacle.frontend.internal.reader.expand.OddIntegers;
import dev.barnacle.frontend.internal.reader.expand.WideInteger;
import dev.barnacle.frontend.internal.reader.type.GepOffsets;
import dev.barnacle.frontend.internal.reader.type.IntegerWidths;
import dev.barnacle.frontend.internal.reader.type.TypeReader;
import dev.barnacle.frontend.internal.reader.type.UnsupportedException;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.view.LlvmAtomicOperation;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmOrdering;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/** Reads accesses to memory, and LLVM's own atomic instructions. */
public final class MemoryReader {
  private final FunctionContext context;
  private final WideReader wide;

  public MemoryReader(FunctionContext context, WideReader wide) {
    this.context = context;
    this.wide = wide;
  }

  private IrBuilder builder() {
    return context.builder();
  }

  private Value pointer(LlvmValue operand) {
    return FunctionContext.specific(context.value(operand));
  }

  /** Reads an alloca. */
  public Alloca alloca(LlvmInstruction source) {
    if (!(source.operand(0) instanceof LlvmConstant count)) {
      throw UnsupportedException.of("an array of a size that is known only at run time");
    }
    long bytes =
        Math.multiplyExact(
            context.types().layout().allocSize(source.allocatedType()),
            count.integerValue().longValueExact());
    return context.alloca(Math.max(bytes, 1), source.alignment());
  }

  /** Reads a getelementptr. */
  public Value address(LlvmInstruction source) {
    GepOffsets offsets =
        GepOffsets.of(context.types().layout(), source.gepSourceType(), source.operands());
    boolean inBounds = source.flags().contains(LlvmInstruction.Flag.INBOUNDS);
    return context.address(context.value(source.operand(0)), offsets, inBounds);
  }

  /** Reads a load of a scalar, a vector or an aggregate. */
  public List<Value> load(LlvmInstruction source) {
    Value pointer = pointer(source.operand(0));
    if (source.ordering() != LlvmOrdering.NOT_ATOMIC) {
      IntegerWidths.refuse(source.type());
      return List.of(
          builder()
              .add(
                  new AtomicLoad(
                      context.type(source.type()),
                      pointer,
                      order(source.ordering()),
                      scope(source))));
    }
    if (isPair(source.type())) {
      return wide.words(
          builder()
              .add(new Load(WideReader.PAIR, pointer, source.alignment(), source.isVolatile())));
    }
    List<Value> parts = new ArrayList<>();
    for (TypeReader.Leaf leaf : context.types().leaves(source.type())) {
      parts.add(load(source, leaf, pointer));
    }
    return parts;
  }

  private Value load(LlvmInstruction source, TypeReader.Leaf leaf, Value pointer) {
    Value at = context.addressAt(pointer, leaf.offset());
    long alignment = OddIntegers.alignmentAt(source.alignment(), leaf.offset());
    return leaf.isOdd()
        ? OddIntegers.load(
            builder(), (IntType) leaf.type(), at, leaf.bits(), alignment, source.isVolatile())
        : builder().add(new Load(leaf.type(), at, alignment, source.isVolatile()));
  }

  /** An integer of 128 bits is accessed as a whole. */
  private static boolean isPair(LlvmType type) {
    return IntegerWidths.isWide(type) && type.integerBits() == 2 * Long.SIZE;
  }

  /** Reads a store of a scalar, a vector or an aggregate. */
  public void store(LlvmInstruction source) {
    LlvmType type = source.operand(0).type();
    List<Value> parts = context.parts(source.operand(0));
    Value pointer = pointer(source.operand(1));
    if (source.ordering() != LlvmOrdering.NOT_ATOMIC) {
      IntegerWidths.refuse(type);
      builder()
          .add(
              new AtomicStore(
                  context.value(source.operand(0)),
                  pointer,
                  order(source.ordering()),
                  scope(source)));
      return;
    }
    if (isPair(type)) {
      Value pair = wide.pair(WideInteger.of(parts));
      builder().add(new Store(pair, pointer, source.alignment(), source.isVolatile()));
      return;
    }
    List<TypeReader.Leaf> leaves = context.types().leaves(type);
    for (int i = 0; i < leaves.size(); i++) {
      store(source, leaves.get(i), parts.get(i), pointer);
    }
  }

  private void store(LlvmInstruction source, TypeReader.Leaf leaf, Value value, Value pointer) {
    Value at = context.addressAt(pointer, leaf.offset());
    long alignment = OddIntegers.alignmentAt(source.alignment(), leaf.offset());
    if (leaf.isOdd()) {
      OddIntegers.store(builder(), value, at, leaf.bits(), alignment, source.isVolatile());
    } else {
      builder().add(new Store(value, at, alignment, source.isVolatile()));
    }
  }

  /** Reads an atomicrmw. */
  public Value atomicRmw(LlvmInstruction source) {
    LlvmValue operand = source.operand(1);
    IntegerWidths.refuse(operand.type());
    return builder()
        .add(
            new AtomicRmw(
                operation(source.atomicOperation()),
                pointer(source.operand(0)),
                context.value(operand),
                order(source.ordering()),
                scope(source)));
  }

  /** Reads a cmpxchg: its results are the old value and whether it succeeded. */
  public List<Value> compareExchange(LlvmInstruction source) {
    IntegerWidths.refuse(source.operand(1).type());
    Value expected = context.value(source.operand(1));
    Value old =
        builder()
            .add(
                new AtomicCompareExchange(
                    pointer(source.operand(0)),
                    expected,
                    context.value(source.operand(2)),
                    order(source.ordering()),
                    order(source.failureOrdering()),
                    scope(source),
                    source.isWeak()));
    return List.of(old, builder().compare(Compare.Predicate.EQ, old, expected));
  }

  /** Reads a fence, which orders all memories. */
  public void fence(LlvmInstruction source) {
    builder()
        .add(new Fence(EnumSet.allOf(FenceFlag.class), order(source.ordering()), scope(source)));
  }

  private static MemoryOrder order(LlvmOrdering ordering) {
    return switch (ordering) {
      case UNORDERED, MONOTONIC -> MemoryOrder.RELAXED;
      case ACQUIRE -> MemoryOrder.ACQUIRE;
      case RELEASE -> MemoryOrder.RELEASE;
      case ACQUIRE_RELEASE -> MemoryOrder.ACQ_REL;
      case SEQUENTIALLY_CONSISTENT -> MemoryOrder.SEQ_CST;
      case NOT_ATOMIC -> throw new IllegalArgumentException("not atomic");
    };
  }

  /** The names are those that clang gives the scopes of OpenCL. */
  private MemoryScope scope(LlvmInstruction source) {
    if (source.hasSyncScope(context.module().context(), "")) {
      return MemoryScope.ALL_SVM_DEVICES;
    }
    if (source.hasSyncScope(context.module().context(), "device")) {
      return MemoryScope.DEVICE;
    }
    if (source.hasSyncScope(context.module().context(), "workgroup")) {
      return MemoryScope.WORK_GROUP;
    }
    if (source.hasSyncScope(context.module().context(), "subgroup")) {
      return MemoryScope.SUB_GROUP;
    }
    if (source.hasSyncScope(context.module().context(), "singlethread")) {
      return MemoryScope.WORK_ITEM;
    }
    throw UnsupportedException.of("the memory scope of '" + source + "'");
  }

  private static AtomicRmw.Op operation(LlvmAtomicOperation operation) {
    return switch (operation) {
      case XCHG -> AtomicRmw.Op.XCHG;
      case ADD -> AtomicRmw.Op.ADD;
      case SUB -> AtomicRmw.Op.SUB;
      case AND -> AtomicRmw.Op.AND;
      case OR -> AtomicRmw.Op.OR;
      case XOR -> AtomicRmw.Op.XOR;
      case MIN -> AtomicRmw.Op.MIN;
      case MAX -> AtomicRmw.Op.MAX;
      case UMIN -> AtomicRmw.Op.UMIN;
      case UMAX -> AtomicRmw.Op.UMAX;
      case FADD -> AtomicRmw.Op.FADD;
      case FSUB -> AtomicRmw.Op.FSUB;
      case FMIN -> AtomicRmw.Op.FMIN;
      case FMAX -> AtomicRmw.Op.FMAX;
      case NAND, UINC_WRAP, UDEC_WRAP, USUB_COND, USUB_SAT ->
          throw UnsupportedException.of(
              "the atomic operation '" + operation.name().toLowerCase(Locale.ROOT) + "'");
    };
  }
}
