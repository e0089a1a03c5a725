package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.watch.internal.code.analysis.LaneOrigins;
import dev.barnacle.watch.internal.code.analysis.LanesUsed;
import dev.barnacle.watch.internal.run.exec.Memory;
import dev.barnacle.watch.internal.run.exec.Transfers;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** Writes what keeps track of the components of vectors in memory that have been written. */
final class WrittenLanes {
  private final Emitter emitter;
  private final CodeBuilder code;

  WrittenLanes(Emitter emitter) {
    this.emitter = emitter;
    this.code = emitter.code();
  }

  private void pushPlace(Instruction i) {
    code.loadConstant(emitter.layout().places().of(i));
  }

  /**
   * Writes a check of the lanes that the program looks at, where these are not all.
   *
   * @return whether all must have been written, and nothing has been checked
   */
  boolean read(Load i) {
    LanesUsed.Use use = emitter.layout().lanesUsed().of(i);
    if (use.lanes().cardinality() == i.type().lanes()) {
      return true;
    }
    for (int from = use.lanes().nextSetBit(0); from >= 0; ) {
      int to = use.lanes().nextClearBit(from);
      check(i, "checkWritten", from, to);
      from = use.lanes().nextSetBit(to);
    }
    if (use.computes()) {
      check(i, "checkSomeWritten", 0, i.type().lanes());
    }
    return false;
  }

  private void check(Load i, String name, int from, int to) {
    long size = i.type().scalar().byteSize();
    emitter.pushWorkItem();
    emitter.push(i.pointer());
    code.loadConstant(from * size);
    code.loadConstant((int) ((to - from) * size));
    pushPlace(i);
    emitter.call(Memory.class, name, CD_void, JvmTypes.WORK_ITEM, CD_long, CD_long, CD_int, CD_int);
  }

  /**
   * Writes the marks of those lanes that become written, where these are not all.
   *
   * @return whether all lanes become written, and nothing has been marked
   */
  boolean write(Store i) {
    Type type = i.value().type();
    BitSet changed = emitter.layout().lanesUsed().changed(i);
    if (changed.cardinality() == type.lanes()) {
      return true;
    }
    long size = type.scalar().byteSize();
    for (int from = changed.nextSetBit(0); from >= 0; ) {
      int to = changed.nextClearBit(from);
      emitter.pushWorkItem();
      emitter.push(i.pointer());
      code.loadConstant(from * size);
      code.loadConstant((int) ((to - from) * size));
      emitter.call(
          Memory.class, "markWritten", CD_void, JvmTypes.WORK_ITEM, CD_long, CD_long, CD_int);
      from = changed.nextSetBit(to);
    }
    return false;
  }

  /**
   * Writes, before a store, which lanes of its value come from lanes that have not been written,
   * where the store changes them: the others stay what they were.
   *
   * @return the local variable that has them as bits; -1 if there can be none
   */
  int unset(Store i) {
    if (i.value().type().lanes() == 1 || !(i.value() instanceof Load || LanesUsed.isPrivate(i))) {
      return -1;
    }
    Map<Load, List<BitSet>> origins = LaneOrigins.of(i.value());
    if (origins.isEmpty()) {
      return -1;
    }
    BitSet changed = emitter.layout().lanesUsed().changed(i);
    origins.values().removeIf(lanes -> changed.stream().allMatch(l -> lanes.get(l).isEmpty()));
    if (origins.isEmpty()) {
      return -1;
    }
    int unset = code.allocateLocal(TypeKind.INT);
    code.iconst_0();
    code.istore(unset);
    origins.forEach((load, lanes) -> add(load, lanes, changed, unset));
    return unset;
  }

  /** Adds the lanes among those changed that come from one load. */
  private void add(Load load, List<BitSet> lanes, BitSet changed, int unset) {
    int from = code.allocateLocal(TypeKind.INT);
    emitter.pushWorkItem();
    emitter.push(load.pointer());
    code.loadConstant(load.type().lanes());
    code.loadConstant((int) load.type().scalar().byteSize());
    emitter.call(Transfers.class, "unset", CD_int, JvmTypes.WORK_ITEM, CD_long, CD_int, CD_int);
    code.istore(from);
    int same = 0;
    for (int lane = changed.nextSetBit(0); lane >= 0; lane = changed.nextSetBit(lane + 1)) {
      BitSet sources = lanes.get(lane);
      for (int source = sources.nextSetBit(0);
          source >= 0;
          source = sources.nextSetBit(source + 1)) {
        if (source == lane) {
          same |= 1 << lane;
        } else {
          move(from, source, lane, unset);
        }
      }
    }
    code.iload(from);
    code.loadConstant(same);
    code.iand();
    code.iload(unset);
    code.ior();
    code.istore(unset);
  }

  private void move(int from, int source, int lane, int unset) {
    code.iload(from);
    code.loadConstant(source);
    code.iushr();
    code.iconst_1();
    code.iand();
    code.loadConstant(lane);
    code.ishl();
    code.iload(unset);
    code.ior();
    code.istore(unset);
  }

  /** Writes, after a store, that lanes hold what nobody has written. */
  void forget(Store i, int unset) {
    if (unset < 0) {
      return;
    }
    emitter.pushWorkItem();
    emitter.push(i.pointer());
    code.iload(unset);
    code.loadConstant((int) i.value().type().scalar().byteSize());
    pushPlace(i);
    emitter.call(
        Transfers.class, "forget", CD_void, JvmTypes.WORK_ITEM, CD_long, CD_int, CD_int, CD_int);
  }
}
