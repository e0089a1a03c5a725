package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AddressSpaceTest;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.text.LlvmTypes;

/** Emits non-atomic accesses and address arithmetic. */
public final class MemoryEmitter {
  private final Frame frame;

  public MemoryEmitter(Frame frame) {
    this.frame = frame;
  }

  void pointerAdd(PointerAdd i) {
    if (!(i.type() instanceof PointerType)) {
      frame.define(
          i, "getelementptr i8, " + frame.typed(i.operand(0)) + ", " + frame.typed(i.operand(1)));
      return;
    }
    String bounds = i.inBounds() ? "inbounds " : "";
    String base = frame.operand(i.operand(0));
    frame.define(
        i, "getelementptr " + bounds + "i8, ptr " + base + ", " + frame.typed(i.operand(1)));
  }

  void load(Load i) {
    Value pointer = i.pointer();
    String type = LlvmTypes.type(i.type());
    String head = "load " + (i.isVolatile() ? "volatile " : "") + type + ", ptr ";
    String invariant =
        i.isVolatile()
            ? ""
            : isConstant(pointer)
                ? ", !invariant.load " + emptyNode()
                : frame.module().aliases().invariance(pointer);
    String tail =
        ", align "
            + frame.module().alignment(i.alignment())
            + frame.accessMetadata(pointer)
            + invariant;
    frame.define(i, head + frame.operand(pointer) + tail);
  }

  private String emptyNode() {
    return frame.module().emptyNode();
  }

  private static boolean isConstant(Value pointer) {
    return pointer.type() instanceof PointerType type && type.space() == AddressSpace.CONSTANT;
  }

  public void store(Store i) {
    if (!i.components().isEmpty()) {
      storeComponents(i);
      return;
    }
    String head =
        "store " + (i.isVolatile() ? "volatile " : "") + frame.typed(i.value()) + ", ptr ";
    String tail = ", align " + alignment(i) + frame.accessMetadata(i.pointer());
    frame.out().line(head + frame.operand(i.pointer()) + tail);
  }

  /**
   * Returns the alignment of a store. Code selection may store only the component that was written
   * at a place known at run time, and takes the whole vector's alignment for it, by which other
   * accesses move past it (llvm-project issue 215530): such a store has that of a component.
   */
  private long alignment(Store i) {
    long whole = frame.module().alignment(i.alignment());
    return i.value() instanceof InsertElement insert && !(insert.operand(2) instanceof Constant)
        ? Math.min(whole, insert.operand(1).type().byteSize())
        : whole;
  }

  private void storeComponents(Store i) {
    String scalar = LlvmTypes.type(i.value().type().scalar());
    long size = i.value().type().scalar().byteSize();
    for (int component : i.components()) {
      String element =
          frame.out().assign("extractelement " + frame.typed(i.value()) + ", i32 " + component);
      String place =
          frame
              .out()
              .assign(
                  "getelementptr inbounds i8, ptr "
                      + frame.operand(i.pointer())
                      + ", i64 "
                      + component * size);
      long alignment =
          Long.lowestOneBit(frame.module().alignment(i.alignment()) | component * size);
      String head = "store " + (i.isVolatile() ? "volatile " : "") + scalar + " " + element;
      String tail = ", align " + alignment + frame.accessMetadata(i.pointer());
      frame.out().line(head + ", ptr " + place + tail);
    }
  }

  void copy(MemoryCopy i) {
    String name = i.overlapping() ? "@llvm.memmove.p0.p0.i64" : "@llvm.memcpy.p0.p0.i64";
    frame.module().declare("void " + name + "(ptr, ptr, i64, i1)");
    String target =
        "ptr align "
            + frame.module().alignment(i.targetAlignment())
            + " "
            + frame.operand(i.operand(0));
    String source =
        "ptr align "
            + frame.module().alignment(i.sourceAlignment())
            + " "
            + frame.operand(i.operand(1));
    frame
        .out()
        .line(
            "call void "
                + name
                + "("
                + target
                + ", "
                + source
                + ", "
                + frame.typed(i.operand(2))
                + ", i1 false)");
  }

  void fill(MemoryFill i) {
    frame.module().declare("void @llvm.memset.p0.i64(ptr, i8, i64, i1)");
    String target =
        "ptr align " + frame.module().alignment(i.alignment()) + " " + frame.operand(i.operand(0));
    String rest =
        ", " + frame.typed(i.operand(1)) + ", " + frame.typed(i.operand(2)) + ", i1 false)";
    frame.out().line("call void @llvm.memset.p0.i64(" + target + rest);
  }

  /**
   * Local memory lies in the arena, and private memory in it too (kept across barriers) or on the
   * stack between here and the entry function's frame; all else is global.
   */
  void test(AddressSpaceTest i) {
    frame.module().useRuntime();
    String arguments = "(ptr " + frame.operand(i.operand(0)) + ", ptr %arena)";
    switch (i.space()) {
      case LOCAL -> frame.define(i, "call i1 @barnacle.is.local" + arguments);
      case PRIVATE -> frame.define(i, "call i1 @barnacle.is.private" + arguments);
      default -> {
        String local = frame.out().assign("call i1 @barnacle.is.local" + arguments);
        String own = frame.out().assign("call i1 @barnacle.is.private" + arguments);
        String either = frame.out().assign("or i1 " + local + ", " + own);
        frame.define(i, "xor i1 " + either + ", true");
      }
    }
  }

  /** The work-item with local linear id 0 copies; {@code wait_group_events} is a barrier. */
  void asyncCopy(AsyncCopy i) {
    String linear = new QueryEmitter(frame).localLinearId();
    String first = frame.out().assign("icmp eq i64 " + linear + ", 0");
    String count =
        frame
            .out()
            .assign("select i1 " + first + ", i64 " + frame.operand(i.operand(2)) + ", i64 0");
    frame.module().useRuntime();
    frame
        .out()
        .line(
            "call void @barnacle.async.copy("
                + frame.typed(i.operand(0))
                + ", "
                + frame.typed(i.operand(1))
                + ", i64 "
                + count
                + ", "
                + frame.typed(i.operand(3))
                + ", "
                + frame.typed(i.operand(4))
                + ", i64 "
                + i.elementBytes()
                + ")");
    frame.alias(i, "1");
  }
}
