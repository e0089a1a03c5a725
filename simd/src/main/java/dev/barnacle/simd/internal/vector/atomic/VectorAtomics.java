package dev.barnacle.simd.internal.vector.atomic;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.analysis.BufferPrivatization;
import dev.barnacle.simd.internal.emit.AtomicEmitter;
import dev.barnacle.simd.internal.plan.region.AtomicForm;
import dev.barnacle.simd.internal.vector.LaneReduction;
import dev.barnacle.simd.internal.vector.Scalarizer;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.List;

/**
 * Emits atomic operations for all lanes that run. Whatever is done here behaves as if the lanes
 * executed theirs one after the other in lane order, without another thread's operation on the same
 * memory in between. OpenCL allows that: it says nothing on the order of operations of different
 * work-items that do not synchronise, so a modification order in which those of the lanes are
 * neighbours is one of those that a program must reckon with (OpenCL architecture, 3.3.6 "Memory
 * Ordering Rules").
 *
 * <ul>
 *   <li><b>One address for all lanes, memory of other threads too</b>: integer operations are put
 *       together in registers into one operation in memory, of the same order and scope. All side
 *       effects sequenced before any lane's operation have been issued before it, and all that is
 *       sequenced after any of them comes later, so it synchronises with whatever a lane's own
 *       operation could have. Lanes that want the old value get it from a scan: what was in memory
 *       with the operands of the lanes before. Floating-point sums are not put together: their
 *       roundings would give a value that no order of single additions does.
 *   <li><b>Local (and private) memory</b> belongs to the work-items of a group, which all run on
 *       one thread. Operations on it are indivisible as they are, whatever their order, and what
 *       they synchronise with is ordered by the thread itself. They are plain loads and stores,
 *       which neither the compiler nor the processor reorders with others of the same thread to the
 *       same address; with different addresses it may, which no other thread can see.
 *   <li><b>Different addresses in other memory</b>: one lane after the other ({@link Scalarizer}),
 *       or in a copy of the thread's own ({@link BufferPrivatization}).
 * </ul>
 */
public final class VectorAtomics {
  private final VectorScope scope;
  private final Scalarizer scalarizer;
  private final LaneReduction lanes;
  private final LocalAtomics local;
  private final PrivatizedAtomics privatized;

  public VectorAtomics(VectorScope scope, Scalarizer scalarizer) {
    this.scope = scope;
    this.scalarizer = scalarizer;
    this.lanes = new LaneReduction(scope);
    this.local = new LocalAtomics(scope);
    this.privatized = new PrivatizedAtomics(scope, scalarizer, local);
  }

  /** Emits an operation in the form that the plan has for it. */
  public void emit(Instruction instruction, AtomicForm form) {
    switch (form) {
      case TOGETHER -> together((AtomicRmw) instruction);
      case EXCHANGE -> exchangeTogether((AtomicRmw) instruction);
      case COPY -> privatized.each((AtomicRmw) instruction);
      case ONE -> one(instruction);
      case LOCAL, LOCAL_BY_TURNS -> local(instruction);
      case LANE_BY_LANE -> scalarizer.run(instruction);
    }
  }

  private void local(Instruction instruction) {
    switch (instruction) {
      case AtomicRmw i -> local.rmw(i);
      case AtomicLoad i -> local.load(i);
      case AtomicStore i -> local.store(i);
      case AtomicCompareExchange i -> local.compareExchange(i);
      default -> throw new IllegalArgumentException("no atomic " + instruction.mnemonic());
    }
  }

  /** One operation in memory for all lanes. */
  private void together(AtomicRmw i) {
    Type type = i.type();
    AtomicRmw.Op op = i.op();
    if (!scope.isUsed(i)) {
      String operand = scope.shape(i.value()).isUniform() ? repeated(i) : total(i);
      Parameter buffer = scope.module().aliases().classes().copied(i.pointer());
      if (buffer != null) {
        privatized.together(i, buffer, operand);
      } else {
        update(i, operand);
      }
      return;
    }
    String values = lanes.active(op, type, scope.part(i.value(), 0));
    String upTo = lanes.inclusive(op, type, values);
    String old = update(i, lanes.extract(type, upTo, "i32 " + (scope.lanes() - 1)));
    String before = lanes.exclusive(op, type, upTo);
    scope.set(i, List.of(lanes.combine(op, type, scope.splat(type, old), before)));
  }

  private String repeated(AtomicRmw i) {
    return lanes.repeated(i.op(), i.type(), scope.operand(i.value()), lanes.count(i.type()));
  }

  private String total(AtomicRmw i) {
    String values = lanes.active(i.op(), i.type(), scope.part(i.value(), 0));
    return lanes.total(i.op(), i.type(), values);
  }

  /** Updates memory by one operand, of the instruction's type, and returns the old value. */
  private String update(AtomicRmw i, String operand) {
    return new AtomicEmitter(scope).update(i, scope.operand(i.pointer()), operand);
  }

  /** The last lane's value stays; each lane gets that of the lane before, the first the old one. */
  private void exchangeTogether(AtomicRmw i) {
    Type type = i.type();
    String values = scope.part(i.value(), 0);
    String old = update(i, lanes.last(type, values));
    if (scope.isUsed(i)) {
      String first = scope.splat(type, old);
      scope.set(
          i,
          List.of(
              scope.mask().full()
                  ? lanes.shifted(first, type, values, 1)
                  : previous(type, values, first)));
    }
  }

  /** Returns in each lane the value of the nearest lane before it that runs, or {@code first}. */
  private String previous(Type type, String values, String first) {
    String vector = scope.vectorType(type);
    String truth = scope.vectorType(Types.I1);
    String known = scope.mask().text();
    String latest = values;
    for (int step = 1; step < scope.lanes(); step *= 2) {
      String earlier = lanes.shifted(first, type, latest, step);
      String earlierKnown = lanes.shifted("zeroinitializer", Types.I1, known, step);
      latest = scope.select(known, vector, latest, earlier);
      known = scope.out().or(truth, known, earlierKnown);
    }
    String before = lanes.shifted(first, type, latest, 1);
    String beforeKnown = lanes.shifted("zeroinitializer", Types.I1, known, 1);
    return scope.select(beforeKnown, vector, before, first);
  }

  /** All lanes may read one value; of stores to one address the last lane's stays. */
  private void one(Instruction instruction) {
    if (instruction instanceof AtomicStore i) {
      Value value = i.value();
      String text =
          scope.shape(value).isUniform()
              ? scope.operand(value)
              : lanes.last(value.type(), scope.part(value, 0));
      new AtomicEmitter(scope).write(i, scope.operand(i.pointer()), text);
      return;
    }
    AtomicLoad i = (AtomicLoad) instruction;
    String value = new AtomicEmitter(scope).read(i, scope.operand(i.pointer()));
    scope.set(i, List.of(scope.splat(i.type(), value)));
  }
}
