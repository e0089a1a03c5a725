package dev.barnacle.simd.internal.vector.atomic;

import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.abi.Symbols;
import dev.barnacle.simd.internal.analysis.BufferPrivatization;
import dev.barnacle.simd.internal.emit.AtomicEmitter;
import dev.barnacle.simd.internal.vector.Scalarizer;
import dev.barnacle.simd.internal.vector.VectorScope;
import dev.barnacle.simd.internal.vector.VectorScope.Mask;
import java.util.Objects;

/**
 * Emits atomic operations on a buffer of which the thread has a copy ({@link BufferPrivatization}):
 * plain updates of the copy; ordinary atomic operations where the address lies outside of the
 * buffer.
 */
final class PrivatizedAtomics {
  private final VectorScope scope;
  private final Scalarizer scalarizer;
  private final LocalAtomics local;

  PrivatizedAtomics(VectorScope scope, Scalarizer scalarizer, LocalAtomics local) {
    this.scope = scope;
    this.scalarizer = scalarizer;
    this.local = local;
  }

  /** One address for all lanes, which together do one operation with {@code operand}. */
  void together(AtomicRmw i, Parameter buffer, String operand) {
    LlvmText out = scope.out();
    String pointer = scope.operand(i.pointer());
    String address = out.cast("ptrtoint", "ptr", pointer, "i64");
    String start = out.cast("ptrtoint", "ptr", scope.operand(buffer), "i64");
    String offset = out.sub("i64", address, start);
    String inside = out.icmp("ult", "i64", offset, Symbols.copySize(buffer.index()));
    int number = scope.names().number();
    out.br(inside, "inside" + number, "outside" + number);
    out.label("inside" + number);
    String at = out.gep(Symbols.copy(buffer.index()), offset);
    AtomicEmitter.plainUpdate(scope, i, at, operand, "");
    out.br("done" + number);
    out.label("outside" + number);
    new AtomicEmitter(scope).update(i, pointer, operand);
    out.br("done" + number);
    out.label("done" + number);
  }

  /** An address for each lane. */
  void each(AtomicRmw i) {
    Parameter buffer =
        Objects.requireNonNull(scope.module().aliases().classes().copied(i.pointer()));
    LlvmText out = scope.out();
    i.operands().forEach(this::read);
    NarrowIndex index = scope.mask().full() ? NarrowIndex.of(scope, i.pointer()) : null;
    if (index == null || index.most() < 0 || !index.base().equals(buffer) || scope.isUsed(i)) {
      tested(i, buffer);
      return;
    }
    // Whatever the index, it points into a buffer that is large enough.
    int number = scope.names().number();
    String inside =
        out.icmp("ult", "i64", Long.toString(index.most()), Symbols.copySize(buffer.index()));
    out.br(inside, "inside" + number, "tested" + number);
    out.label("inside" + number);
    local.update(i, Symbols.copy(buffer.index()), index);
    out.br("done" + number);
    out.label("tested" + number);
    tested(i, buffer);
    out.br("done" + number);
    out.label("done" + number);
  }

  /** An address for each lane, which may lie outside of the buffer. */
  private void tested(AtomicRmw i, Parameter buffer) {
    LlvmText out = scope.out();
    String longs = scope.vectorType(Types.I64);
    String truth = scope.vectorType(Types.I1);
    String offsets = offsets(i.pointer(), buffer);
    String sizes = scope.splat(Types.I64, Symbols.copySize(buffer.index()));
    String inside = out.icmp("ult", longs, offsets, sizes);
    String none = scope.splatConstant("true");
    String outside = out.xor(truth, inside, none);
    if (!scope.mask().full()) {
      String mask = scope.mask().text();
      inside = out.and(truth, inside, mask);
      outside = out.and(truth, outside, mask);
    }
    int number = scope.names().number();
    out.br(scope.any(outside), "outside" + number, "inside" + number);
    out.label("outside" + number);
    scope.under(new Mask(outside, false), () -> scalarizer.run(i));
    out.br("inside" + number);
    out.label("inside" + number);
    String copy = Symbols.copy(buffer.index());
    String addresses = out.gep("i8", "ptr", copy, longs, offsets);
    local.update(i, addresses, new Mask(inside, false), "");
  }

  /** Makes sure that an operand is not first read where not all come by. */
  private void read(Value operand) {
    if (operand instanceof Instruction i) {
      if (scope.shape(i).isVarying()) {
        scope.part(i, 0);
      } else {
        scope.operand(i);
      }
    }
  }

  /** Returns how far from the buffer's start the lanes' addresses are. */
  private String offsets(Value pointer, Parameter buffer) {
    if (pointer instanceof PointerAdd add
        && add.operand(0).equals(buffer)
        && add.operand(1).type().equals(Types.I64)
        && (!(add.operand(1) instanceof Instruction offset) || scope.knows(offset))) {
      return scope.part(add.operand(1), 0);
    }
    String longs = scope.vectorType(Types.I64);
    String places =
        scope
            .out()
            .cast("ptrtoint", scope.vectorType(pointer.type()), scope.part(pointer, 0), longs);
    String start = scope.out().cast("ptrtoint", "ptr", scope.operand(buffer), "i64");
    String starts = scope.splat(Types.I64, start);
    return scope.out().sub(longs, places, starts);
  }
}
