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
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.List;

/** Emits non-atomic accesses and address arithmetic. */
public final class MemoryEmitter {
  private static final String IS_LOCAL = "@barnacle.is.local";
  private static final String IS_PRIVATE = "@barnacle.is.private";

  private final EmitScope scope;

  public MemoryEmitter(EmitScope scope) {
    this.scope = scope;
  }

  void pointerAdd(PointerAdd i) {
    boolean single = i.type() instanceof PointerType;
    String element = single && i.inBounds() ? "inbounds i8" : "i8";
    String type = LlvmTypes.type(i.operand(0).type());
    String base = scope.operand(i.operand(0));
    String indexType = LlvmTypes.type(i.operand(1).type());
    String index = scope.operand(i.operand(1));
    scope.define(i, o -> o.gep(element, type, base, indexType, index));
  }

  public void load(Load i) {
    Value pointer = i.pointer();
    String type = (i.isVolatile() ? "volatile " : "") + LlvmTypes.type(i.type());
    String invariant =
        i.isVolatile()
            ? ""
            : isConstant(pointer)
                ? ", !invariant.load " + emptyNode()
                : scope.module().aliases().invariance(pointer);
    String metadata = scope.accessMetadata(pointer) + invariant;
    long alignment = scope.module().alignment(i.alignment());
    String address = scope.operand(pointer);
    scope.define(i, o -> o.load(type, address, alignment, metadata));
  }

  private String emptyNode() {
    return scope.module().emptyNode();
  }

  private static boolean isConstant(Value pointer) {
    return pointer.type() instanceof PointerType type && type.space() == AddressSpace.CONSTANT;
  }

  public void store(Store i) {
    if (!i.components().isEmpty()) {
      storeComponents(i);
      return;
    }
    String value = scope.operand(i.value());
    String metadata = scope.accessMetadata(i.pointer());
    String address = scope.operand(i.pointer());
    scope.out().store(stored(i, i.value().type()), value, address, alignment(i), metadata);
  }

  private static String stored(Store i, Type type) {
    return (i.isVolatile() ? "volatile " : "") + LlvmTypes.type(type);
  }

  /**
   * Returns the alignment of a store. Code selection may store only the component that was written
   * at a place known at run time, and takes the whole vector's alignment for it, by which other
   * accesses move past it (llvm-project issue 215530): such a store has that of a component.
   */
  private long alignment(Store i) {
    long whole = scope.module().alignment(i.alignment());
    return i.value() instanceof InsertElement insert && !(insert.operand(2) instanceof Constant)
        ? Math.min(whole, insert.operand(1).type().byteSize())
        : whole;
  }

  private void storeComponents(Store i) {
    Type type = i.value().type();
    long size = type.scalar().byteSize();
    for (int component : i.components()) {
      String vector = scope.operand(i.value());
      String element = scope.out().extract(LlvmTypes.type(type), vector, component);
      String place = scope.out().gepInBounds(scope.operand(i.pointer()), component * size);
      long alignment =
          Long.lowestOneBit(scope.module().alignment(i.alignment()) | component * size);
      String metadata = scope.accessMetadata(i.pointer());
      scope.out().store(stored(i, type.scalar()), element, place, alignment, metadata);
    }
  }

  void copy(MemoryCopy i) {
    String name = i.overlapping() ? "@llvm.memmove.p0.p0.i64" : "@llvm.memcpy.p0.p0.i64";
    scope.module().declare("void " + name + "(ptr, ptr, i64, i1)");
    String target = pointer(i.operand(0), i.targetAlignment());
    String source = pointer(i.operand(1), i.sourceAlignment());
    scope.out().call("void", name, target, source, scope.typed(i.operand(2)), "i1 false");
  }

  /** Returns an argument with what is known of its alignment. */
  private String pointer(Value value, long alignment) {
    return "ptr align " + scope.module().alignment(alignment) + " " + scope.operand(value);
  }

  void fill(MemoryFill i) {
    String name = "@llvm.memset.p0.i64";
    scope.module().declare("void " + name + "(ptr, i8, i64, i1)");
    String target = pointer(i.operand(0), i.alignment());
    String value = scope.typed(i.operand(1));
    scope.out().call("void", name, target, value, scope.typed(i.operand(2)), "i1 false");
  }

  /**
   * Local memory lies in the arena, and private memory in it too (kept across barriers) or on the
   * stack between here and the entry function's frame; all else is global.
   */
  void test(AddressSpaceTest i) {
    scope.module().useRuntime();
    List<String> arguments = List.of("ptr " + scope.operand(i.operand(0)), "ptr %arena");
    switch (i.space()) {
      case LOCAL -> scope.define(i, o -> o.call("i1", IS_LOCAL, arguments));
      case PRIVATE -> scope.define(i, o -> o.call("i1", IS_PRIVATE, arguments));
      default -> {
        String local = scope.out().call("i1", IS_LOCAL, arguments);
        String own = scope.out().call("i1", IS_PRIVATE, arguments);
        String either = scope.out().or("i1", local, own);
        scope.define(i, o -> o.not(either));
      }
    }
  }

  /** The work-item with local linear id 0 copies; {@code wait_group_events} is a barrier. */
  void asyncCopy(AsyncCopy i) {
    String linear = new QueryEmitter(scope).localLinearId();
    String first = scope.out().icmp("eq", "i64", linear, 0);
    String count = scope.out().select(first, "i64", scope.operand(i.operand(2)), "0");
    scope.module().useRuntime();
    String target = scope.typed(i.operand(0));
    String source = scope.typed(i.operand(1));
    String targetStride = scope.typed(i.operand(3));
    String sourceStride = scope.typed(i.operand(4));
    String size = "i64 " + i.elementBytes();
    scope
        .out()
        .call(
            "void",
            "@barnacle.async.copy",
            target,
            source,
            "i64 " + count,
            targetStride,
            sourceStride,
            size);
    scope.alias(i, "1");
  }
}
