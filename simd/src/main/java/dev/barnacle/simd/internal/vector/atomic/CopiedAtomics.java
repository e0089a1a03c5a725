package dev.barnacle.simd.internal.vector.atomic;

import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.abi.Symbols;
import dev.barnacle.simd.internal.analysis.PrivateCopies;
import dev.barnacle.simd.internal.emit.AtomicEmitter;
import dev.barnacle.simd.internal.text.LlvmText;
import dev.barnacle.simd.internal.vector.LaneLoop;
import dev.barnacle.simd.internal.vector.VectorFrame;
import dev.barnacle.simd.internal.vector.VectorFrame.Mask;

/**
 * Emits atomic operations on a buffer of which the thread has a copy ({@link PrivateCopies}): plain
 * updates of the copy; ordinary atomic operations where the address lies outside of the buffer.
 */
final class CopiedAtomics {
  private final VectorFrame frame;
  private final LaneLoop laneLoop;
  private final LocalAtomics local;

  CopiedAtomics(VectorFrame frame, LaneLoop laneLoop, LocalAtomics local) {
    this.frame = frame;
    this.laneLoop = laneLoop;
    this.local = local;
  }

  /** One address for all lanes, which together do one operation with {@code operand}. */
  void together(AtomicRmw i, Parameter buffer, String operand) {
    LlvmText out = frame.out();
    String pointer = frame.operand(i.pointer());
    String address = out.assign("ptrtoint ptr " + pointer + " to i64");
    String start = out.assign("ptrtoint ptr " + frame.operand(buffer) + " to i64");
    String offset = out.assign("sub i64 " + address + ", " + start);
    String inside = out.assign("icmp ult i64 " + offset + ", " + Symbols.copySize(buffer.index()));
    int number = frame.names().number();
    String labels = "label %inside" + number + ", label %outside" + number;
    out.line("br i1 " + inside + ", " + labels);
    out.label("inside" + number);
    String at =
        out.assign("getelementptr i8, ptr " + Symbols.copy(buffer.index()) + ", i64 " + offset);
    AtomicEmitter.plainUpdate(frame, i, at, operand, "");
    out.line("br label %done" + number);
    out.label("outside" + number);
    new AtomicEmitter(frame).update(i, pointer, operand);
    out.line("br label %done" + number);
    out.label("done" + number);
  }

  /** An address for each lane. */
  void each(AtomicRmw i, Parameter buffer) {
    LlvmText out = frame.out();
    i.operands().forEach(this::read);
    NarrowIndex index = frame.mask().full() ? NarrowIndex.of(frame, i.pointer()) : null;
    if (index == null || index.most() < 0 || !index.base().equals(buffer) || frame.isUsed(i)) {
      tested(i, buffer);
      return;
    }
    // Whatever the index, it points into a buffer that is large enough.
    int number = frame.names().number();
    String inside =
        out.assign("icmp ult i64 " + index.most() + ", " + Symbols.copySize(buffer.index()));
    out.line("br i1 " + inside + ", label %inside" + number + ", label %tested" + number);
    out.label("inside" + number);
    local.update(i, Symbols.copy(buffer.index()), index);
    out.line("br label %done" + number);
    out.label("tested" + number);
    tested(i, buffer);
    out.line("br label %done" + number);
    out.label("done" + number);
  }

  /** An address for each lane, which may lie outside of the buffer. */
  private void tested(AtomicRmw i, Parameter buffer) {
    LlvmText out = frame.out();
    String longs = frame.vectorType(Types.I64);
    String truth = frame.vectorType(Types.I1);
    String offsets = offsets(i.pointer(), buffer);
    String sizes = frame.splat(Types.I64, Symbols.copySize(buffer.index()));
    String inside = out.assign("icmp ult " + longs + " " + offsets + ", " + sizes);
    String none = frame.splatConstant("true");
    String outside = out.assign("xor " + truth + " " + inside + ", " + none);
    if (!frame.mask().full()) {
      String mask = frame.mask().text();
      inside = out.assign("and " + truth + " " + inside + ", " + mask);
      outside = out.assign("and " + truth + " " + outside + ", " + mask);
    }
    int number = frame.names().number();
    String labels = "label %outside" + number + ", label %inside" + number;
    out.line("br i1 " + frame.any(outside) + ", " + labels);
    out.label("outside" + number);
    frame.under(new Mask(outside, false), () -> laneLoop.run(i));
    out.line("br label %inside" + number);
    out.label("inside" + number);
    String copy = Symbols.copy(buffer.index());
    String addresses = out.assign("getelementptr i8, ptr " + copy + ", " + longs + " " + offsets);
    local.update(i, addresses, new Mask(inside, false), "");
  }

  /** Makes sure that an operand is not first read where not all come by. */
  private void read(Value operand) {
    if (operand instanceof Instruction i) {
      if (frame.shape(i).isVarying()) {
        frame.part(i, 0);
      } else {
        frame.operand(i);
      }
    }
  }

  /** Returns how far from the buffer's start the lanes' addresses are. */
  private String offsets(Value pointer, Parameter buffer) {
    if (pointer instanceof PointerAdd add
        && add.operand(0).equals(buffer)
        && add.operand(1).type().equals(Types.I64)
        && (!(add.operand(1) instanceof Instruction offset) || frame.knows(offset))) {
      return frame.part(add.operand(1), 0);
    }
    String addresses = frame.vectorType(pointer.type()) + " " + frame.part(pointer, 0);
    String longs = frame.vectorType(Types.I64);
    String places = frame.out().assign("ptrtoint " + addresses + " to " + longs);
    String start = frame.out().assign("ptrtoint ptr " + frame.operand(buffer) + " to i64");
    String starts = frame.splat(Types.I64, start);
    return frame.out().assign("sub " + longs + " " + places + ", " + starts);
  }
}
