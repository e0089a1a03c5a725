package dev.barnacle.ir.pass;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare.Predicate;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.GroupOperation.Op;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import java.util.Set;

/** Replaces one collective operation of a work-group; see {@link LowerGroupOperations}. */
final class GroupLowering {
  private final Function function;
  private final GroupOperation operation;
  private final GlobalVariable scratch;
  private final Type type;
  private final GroupCombiner combiner;
  private final IrBuilder builder;
  private final String label;

  GroupLowering(Function function, GroupOperation operation, GlobalVariable scratch) {
    this.function = function;
    this.operation = operation;
    this.scratch = scratch;
    this.type = operation.type();
    this.combiner = new GroupCombiner(operation);
    this.builder = new IrBuilder(function.entry());
    this.label = operation.op().keyword();
    builder.setLocation(operation.location());
  }

  /** Replaces the operation, which stands in {@code block}; returns its result. */
  Value replace(Block block) {
    int index = block.instructions().indexOf(operation);
    Block rest = Blocks.split(function, block, index + 1, label + ".end");
    block.instructions().remove(operation);
    builder.setBlock(block);
    Value own = operation.op() == Op.BROADCAST ? broadcast(block, rest) : combine(block, rest);
    builder.setPosition(rest, 0);
    barrier();
    Load result = load(own);
    result.setName(operation.name());
    barrier();
    return result;
  }

  /** The sender writes its value; returns where all read it. */
  private Value broadcast(Block block, Block rest) {
    Value isSender = IntConstant.TRUE;
    for (int d = 0; d < 3; d++) {
      Value id = builder.query(WorkItemQuery.Kind.LOCAL_ID, d);
      Value same = builder.compare(Predicate.EQ, id, operation.operand(1 + d));
      isSender = d == 0 ? same : builder.binary(Binary.Op.AND, isSender, same);
    }
    Block sender = Blocks.insertAfter(function, block, label + ".sender");
    builder.branch(isSender, sender, rest);
    builder.setBlock(sender);
    store(operation.operand(0), scratch);
    builder.branch(rest);
    return scratch;
  }

  /** All write their values and the first work-item combines them; returns where to read. */
  private Value combine(Block block, Block rest) {
    Value id = builder.query(WorkItemQuery.Kind.LOCAL_LINEAR_ID);
    Value slot = slot(id);
    store(combiner.prepare(builder, operation.operand(0)), slot);
    barrier();
    Value isFirst = builder.compare(Predicate.EQ, id, i64(0));
    Block start = Blocks.insertAfter(function, block, label + ".start");
    builder.branch(isFirst, start, rest);
    boolean exclusive = operation.op() == Op.SCAN_EXCLUSIVE;
    builder.setBlock(start);
    Value size = groupSize();
    Value initial = exclusive ? combiner.identity() : load(scratch);
    loop(start, rest, size, initial, exclusive ? 0 : 1);
    return isScan() ? slot : scratch;
  }

  private void loop(Block start, Block rest, Value size, Value initial, int first) {
    Block head = Blocks.insertAfter(function, start, label + ".loop");
    Block body = Blocks.insertAfter(function, head, label + ".next");
    Block done = Blocks.insertAfter(function, body, label + ".done");
    builder.branch(head);
    builder.setBlock(head);
    Phi index = builder.phi(Types.I64);
    Phi sum = builder.phi(type);
    builder.branch(builder.compare(Predicate.ULT, index, size), body, done);
    builder.setBlock(body);
    Value slot = slot(index);
    Value next = combiner.combine(builder, sum, load(slot));
    switch (operation.op()) {
      case SCAN_EXCLUSIVE -> store(sum, slot);
      case SCAN_INCLUSIVE -> store(next, slot);
      default -> {}
    }
    Value nextIndex = builder.binary(Binary.Op.ADD, index, i64(1));
    builder.branch(head);
    builder.setBlock(done);
    if (!isScan()) {
      store(sum, scratch);
    }
    builder.branch(rest);
    index.addIncoming(i64(first), start);
    index.addIncoming(nextIndex, body);
    sum.addIncoming(initial, start);
    sum.addIncoming(next, body);
  }

  private boolean isScan() {
    return operation.op() == Op.SCAN_EXCLUSIVE || operation.op() == Op.SCAN_INCLUSIVE;
  }

  private Value groupSize() {
    Value size = builder.query(WorkItemQuery.Kind.LOCAL_SIZE, 0);
    for (int d = 1; d < 3; d++) {
      Value more = builder.query(WorkItemQuery.Kind.LOCAL_SIZE, d);
      size = builder.binary(Binary.Op.MUL, size, more);
    }
    return size;
  }

  private Value slot(Value index) {
    Value offset = builder.binary(Binary.Op.MUL, index, i64(type.byteSize()));
    return builder.pointerAdd(scratch, offset);
  }

  private Load load(Value pointer) {
    return builder.add(new Load(type, pointer, alignment(), false));
  }

  private void store(Value value, Value pointer) {
    builder.add(new Store(value, pointer, alignment(), false));
  }

  private long alignment() {
    return type.byteSize();
  }

  private void barrier() {
    builder.add(
        new Barrier(Barrier.Kind.WORK_GROUP, Set.of(FenceFlag.LOCAL), MemoryScope.WORK_GROUP));
  }

  private static Value i64(long value) {
    return new IntConstant(Types.I64, value);
  }
}
