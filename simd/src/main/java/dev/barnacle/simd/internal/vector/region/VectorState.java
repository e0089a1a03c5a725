package dev.barnacle.simd.internal.vector.region;

import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.WorkItemState;
import dev.barnacle.simd.internal.emit.EmitScope;
import dev.barnacle.simd.internal.emit.GroupScope;
import dev.barnacle.simd.internal.plan.region.LaneMask;
import dev.barnacle.simd.internal.plan.region.Operation;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.VectorScope;
import dev.barnacle.simd.internal.vector.VectorScope.Mask;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Emits the start and the end of a region for a vector of work-items: its ids, its mask, and what
 * it keeps across barriers.
 */
final class VectorState {
  private final GroupScope group;
  private final BarrierRegions.Region region;
  private final VectorScope scope;
  private final VectorInstructions instructions;

  VectorState(VectorScope scope, VectorInstructions instructions) {
    this.scope = scope;
    this.group = scope.group();
    this.region = scope.region();
    this.instructions = instructions;
  }

  private LlvmText out() {
    return scope.out();
  }

  private String truth() {
    return scope.vectorType(Types.I1);
  }

  /** Adds the ids of the first lane and returns the lanes that run. */
  Mask enter(LaneMask planned) {
    ids();
    Mask mask = entryMask();
    if (mask.full() != planned.full()) {
      throw new IllegalStateException("a region is entered by other lanes than planned");
    }
    return mask;
  }

  private void ids() {
    boolean small = scope.module().specialization().smallIds();
    for (int d = 0; d < 3; d++) {
      String local = group.localIdText(region, d);
      out()
          .as(scope.workItem(EmitScope.WorkItemId.LOCAL_ID, d))
          .cast("zext nneg", "i32", local, "i64");
      String global = scope.workItem(EmitScope.WorkItemId.GLOBAL_ID, d);
      if (small) {
        String sum = out().binary("add nuw nsw", "i32", "%base32." + d, local);
        out().as(global).cast("zext nneg", "i32", sum, "i64");
      } else {
        out().as(global).add("i64", "%base" + d, scope.workItem(EmitScope.WorkItemId.LOCAL_ID, d));
      }
    }
  }

  /** Returns the lanes that are work-items and have not returned. */
  private Mask entryMask() {
    Specialization shape = scope.module().specialization();
    boolean full = !shape.partial() && shape.row() % scope.lanes() == 0;
    String text = scope.splatConstant("true");
    if (!full) {
      String ids = scope.splat(Types.I32, group.localIdText(region, 0));
      String steps = scope.vectorConstant(l -> "i32 " + l);
      String type = scope.vectorType(Types.I32);
      String all = out().add(type, ids, steps);
      String size = scope.splat(Types.I32, "%size32.0");
      text = out().icmp("ult", type, all, size);
    }
    if (group.yields() != null && region.index() > 0) {
      return new Mask(group.yields().enter(region, text, out()), false);
    }
    if (group.someReturnEarly() && region.index() > 0) {
      String type = scope.vectorType(Types.I8);
      String flags = out().load(type, doneFlags(), 1);
      String stay = out().icmp("eq", type, flags, "zeroinitializer");
      text = out().and(truth(), text, stay);
      full = false;
      String run = "r" + region.index() + ".some";
      out().br(scope.any(text), run, "r" + region.index() + ".l0");
      out().label(run);
    }
    return new Mask(text, full);
  }

  private String doneFlags() {
    return out().gepInBounds("%done", group.itemIndex(region, out()));
  }

  /**
   * Reads the state that the lanes have kept across the barrier before this region.
   *
   * @param again what is computed again rather than kept
   */
  void restore(List<Operation> again) {
    WorkItemState state = group.state();
    for (Instruction value : group.liveAtStart(region)) {
      if (state.rematerialization().covers(value)) {
        continue;
      }
      if (scope.shape(value).isVarying()) {
        List<String> parts = new ArrayList<>();
        for (int p = 0; p < value.type().lanes(); p++) {
          String type = scope.vectorType(value.type().scalar());
          parts.add(out().load(type, element(value, p), value.type().scalar().byteSize()));
        }
        scope.set(value, parts);
      } else {
        String type = LlvmTypes.type(value.type());
        scope.alias(value, out().load(type, element(value, 0), 1));
      }
    }
    again.forEach(instructions::emit);
  }

  /**
   * Returns the address of the first lane's element of a kept value: an array for each component.
   */
  private String element(Instruction value, int part) {
    long size =
        scope.shape(value).isVarying() ? value.type().scalar().byteSize() : value.type().byteSize();
    long array = part * size * group.state().capacity();
    String item = group.itemIndex(region, out());
    String offset = out().binary("mul nuw nsw", "i64", item, size);
    String base = "%state." + group.number(value);
    String start = array == 0 ? base : out().gepInBounds(base, array);
    return out().gepInBounds(start, offset);
  }

  /** Keeps the state of the lanes that have come to the barrier at the end of {@code piece}. */
  void arrive(Piece piece) {
    int next = group.regions().regionAfter(Objects.requireNonNull(piece.cut()));
    WorkItemState state = group.state();
    for (Instruction value : group.liveAtStart(group.regions().regions().get(next))) {
      if (state.rematerialization().covers(value)) {
        continue;
      }
      if (scope.shape(value).isVarying()) {
        for (int p = 0; p < value.type().lanes(); p++) {
          keep(value, p);
        }
      } else {
        String type = LlvmTypes.type(value.type());
        String text = scope.operand(value);
        out().store(type, text, element(value, 0), 1);
      }
    }
    if (group.yields() != null) {
      group.yields().arrive(region, next, scope.mask().text(), out());
    } else {
      group.note(region, next, out());
    }
  }

  private void keep(Instruction value, int part) {
    String type = scope.vectorType(value.type().scalar());
    String text = scope.part(value, part);
    String address = element(value, part);
    out()
        .store(
            type,
            scope.blendMemory(type, text, address, value.type().scalar().byteSize()),
            address,
            value.type().scalar().byteSize());
  }

  /** Marks the lanes that run as returned. */
  void leave() {
    if (group.yields() != null) {
      group.yields().leave(region, scope.mask().text(), out());
      return;
    }
    if (!group.marksReturns(region)) {
      return;
    }
    String type = scope.vectorType(Types.I8);
    String flags = doneFlags();
    String old = out().load(type, flags, 1);
    String ones = scope.vectorConstant(l -> "i8 1");
    String now = scope.select(scope.mask().text(), type, ones, old);
    out().store(type, now, flags, 1);
  }
}
