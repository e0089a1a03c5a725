package dev.barnacle.explore;

import static dev.barnacle.explore.ProgramOperations.number;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.NdRange;
import dev.barnacle.explore.SpinProgram.Kind;
import dev.barnacle.explore.SpinProgram.Op;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A {@link SpinProgram} as a kernel; each work-item stores its register where it ends. */
final class SpinKernel {
  private static final int MOST_ROUNDS = 8;
  private static final int MOST_WORK = Integer.getInteger("oracle.budget", 20_000);

  private final SpinProgram program;

  SpinKernel(SpinProgram program) {
    this.program = program;
  }

  /** Explores it, up to a bound on rounds and on work. */
  KernelOutcome explore(ProgressRules progress) throws ExploreException {
    return explore(new KernelExplorer(KernelModel.OPENCL_SCOPED, progress, MOST_ROUNDS, 64, 1));
  }

  /** Explores it, up to a bound on work. */
  KernelOutcome explore(KernelExplorer explorer) throws ExploreException {
    Function kernel = kernel();
    try (Arena arena = Arena.ofConfined()) {
      List<Argument> arguments = new ArrayList<>();
      for (int i = 0; i < program.objects(); i++) {
        arguments.add(new Argument.Memory(arena.allocate(4, 8)));
      }
      arguments.add(new Argument.Memory(arena.allocate(4L * program.items().size(), 8)));
      NdRange range =
          new NdRange(
              List.of((long) program.items().size()),
              List.of((long) program.groupSize()),
              List.of(0L));
      int[] asked = new int[1];
      return explorer.explore(
          new KernelLaunch(kernel, range, arguments), () -> ++asked[0] > MOST_WORK);
    }
  }

  /** The final states: registers, then objects. */
  Set<List<Integer>> states(KernelOutcome outcome) {
    Set<List<Integer>> states = new HashSet<>();
    List<String> names = outcome.buffers().stream().map(KernelOutcome.Buffer::name).toList();
    int registers = names.indexOf("argument " + program.objects());
    for (KernelOutcome.State state : outcome.states()) {
      List<Integer> values = new ArrayList<>();
      for (int i = 0; i < program.items().size(); i++) {
        values.add(element(state.contents().get(registers), i));
      }
      for (int i = 0; i < program.objects(); i++) {
        int at = names.indexOf("argument " + i);
        values.add(at < 0 ? 0 : element(state.contents().get(at), 0));
      }
      states.add(values);
    }
    return states;
  }

  private static int element(byte[] bytes, int index) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(4 * index);
  }

  private Function kernel() {
    List<Parameter> parameters = new ArrayList<>();
    for (int i = 0; i <= program.objects(); i++) {
      parameters.add(
          new Parameter(
              "a" + i, new PointerType(AddressSpace.GLOBAL), i, Parameter.Attributes.NONE));
    }
    Function function = new Function("k", Types.VOID, parameters, null, null);
    IrBuilder b = new IrBuilder(function.newBlock("entry"));
    Value register = b.alloca(4, 4);
    b.store(number(0), register);
    Value id = b.add(new WorkItemQuery(WorkItemQuery.Kind.GLOBAL_LINEAR_ID));
    int longest = program.items().stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < longest; i++) {
      step(function, b, id, register, i);
    }
    Value offset = b.binary(Binary.Op.MUL, id, new IntConstant(Types.I64, 4));
    b.store(b.load(Types.I32, register), b.add(new PointerAdd(parameters.getLast(), offset, true)));
    b.ret();
    return function;
  }

  /** What the work-items do as their operation of a number; a barrier is the same for all. */
  private void step(Function function, IrBuilder b, Value id, Value register, int i) {
    Block after = function.newBlock("after" + i);
    Block barrier = function.newBlock("barrier" + i);
    List<Long> cases = new ArrayList<>();
    List<Block> targets = new ArrayList<>();
    Block start = b.block();
    for (int t = 0; t < program.items().size(); t++) {
      List<Op> ops = program.items().get(t);
      if (i >= ops.size()) {
        continue;
      }
      cases.add((long) t);
      if (ops.get(i).kind() == Kind.BARRIER) {
        targets.add(barrier);
        continue;
      }
      Block block = function.newBlock("do" + i);
      targets.add(block);
      b.setBlock(block);
      if (ops.get(i).guarded()) {
        Block body = function.newBlock("body" + i);
        b.branch(notZero(b, b.load(Types.I32, register)), body, after);
        b.setBlock(body);
      }
      Block round = function.newBlock("round" + i);
      b.branch(round);
      b.setBlock(round);
      Value pointer = function.parameters().get(ops.get(i).object());
      operation(function, b, ops.get(i), pointer, register, after);
    }
    b.setBlock(barrier);
    b.add(new Barrier(Barrier.Kind.WORK_GROUP, Set.of(FenceFlag.GLOBAL), MemoryScope.WORK_GROUP));
    b.branch(after);
    b.setBlock(start);
    b.add(new Switch(id, after, cases, targets));
    b.setBlock(after);
  }

  private static Value notZero(IrBuilder b, Value value) {
    return b.compare(Compare.Predicate.NE, value, number(0));
  }

  /** Adds an operation, and where it leads: to {@code after}, or to its block for a new round. */
  private static void operation(
      Function function, IrBuilder b, Op op, Value pointer, Value register, Block after) {
    Block round = b.block();
    switch (op.kind()) {
      case STORE -> {
        b.add(new AtomicStore(number(op.value()), pointer, stored(op.order()), DEVICE));
        b.branch(after);
      }
      case INCREMENT -> {
        Value loaded = b.add(new AtomicLoad(Types.I32, pointer, loaded(op.order()), DEVICE));
        Value more = b.binary(Binary.Op.ADD, loaded, number(1));
        Value old = b.add(compareExchange(op, pointer, loaded, more));
        leave(b, round, function.newBlock("done"), b.compare(Compare.Predicate.EQ, old, loaded));
        b.store(old, register);
        b.branch(after);
      }
      default -> {
        Value old = read(b, op, pointer);
        if (!op.kind().loops()) {
          b.store(old, register);
          b.branch(after);
          return;
        }
        Compare.Predicate until =
            op.kind() == Kind.AWAIT_OTHER ? Compare.Predicate.NE : Compare.Predicate.EQ;
        leave(b, round, function.newBlock("done"), b.compare(until, old, number(op.expected())));
        b.store(old, register);
        b.branch(after);
      }
    }
  }

  private static void leave(IrBuilder b, Block round, Block done, Value when) {
    b.branch(when, done, round);
    b.setBlock(done);
  }

  private static Value read(IrBuilder b, Op op, Value pointer) {
    return switch (op.kind()) {
      case LOAD, AWAIT, AWAIT_OTHER ->
          b.add(new AtomicLoad(Types.I32, pointer, loaded(op.order()), DEVICE));
      case ADD ->
          b.add(new AtomicRmw(AtomicRmw.Op.ADD, pointer, number(op.value()), op.order(), DEVICE));
      case EXCHANGE, SPIN_EXCHANGE ->
          b.add(new AtomicRmw(AtomicRmw.Op.XCHG, pointer, number(op.value()), op.order(), DEVICE));
      case COMPARE_EXCHANGE, SPIN_COMPARE_EXCHANGE ->
          b.add(compareExchange(op, pointer, number(op.expected()), number(op.value())));
      default -> throw new IllegalArgumentException(op.toString());
    };
  }

  private static final MemoryScope DEVICE = MemoryScope.DEVICE;

  private static AtomicCompareExchange compareExchange(
      Op op, Value pointer, Value expected, Value desired) {
    MemoryOrder failure = RandomProgram.failure(op.order());
    return new AtomicCompareExchange(
        pointer, expected, desired, op.order(), failure, DEVICE, false);
  }

  private static MemoryOrder loaded(MemoryOrder order) {
    return switch (order) {
      case RELEASE -> MemoryOrder.RELAXED;
      case ACQ_REL -> MemoryOrder.ACQUIRE;
      default -> order;
    };
  }

  private static MemoryOrder stored(MemoryOrder order) {
    return switch (order) {
      case ACQUIRE -> MemoryOrder.RELAXED;
      case ACQ_REL -> MemoryOrder.RELEASE;
      default -> order;
    };
  }
}
