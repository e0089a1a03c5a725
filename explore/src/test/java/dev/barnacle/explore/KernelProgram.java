package dev.barnacle.explore;

import static dev.barnacle.explore.ProgramOperations.number;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.NdRange;
import dev.barnacle.explore.RandomProgram.Kind;
import dev.barnacle.explore.RandomProgram.Op;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.model.Model;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * A random program as one kernel: work-item t does what thread t does. What reads return is kept in
 * a buffer of its own, a place for each read.
 */
final class KernelProgram {
  private final RandomProgram program;
  private final int groupSize;
  private final boolean blind;
  private final Map<List<Integer>, Integer> places = new HashMap<>();
  private int reads;
  private Predicate<Op> kept = op -> true;

  /**
   * Makes one.
   *
   * @param blind whether what additions return is not kept
   */
  KernelProgram(RandomProgram program, int groupSize, boolean blind) {
    this.program = program;
    this.groupSize = groupSize;
    this.blind = blind;
  }

  /** Keeps but some of what reads return. */
  KernelProgram keeping(Predicate<Op> some) {
    kept = some;
    return this;
  }

  private boolean isUsed(Op op) {
    return op.kind().reads() && !(blind && op.kind() == Kind.ADD);
  }

  private boolean isKept(Op op) {
    return isUsed(op) && kept.test(op);
  }

  /** Explores it; the states are as the oracle has them: every read's value, every location. */
  KernelOutcome explore(KernelModel model, int jobs) throws ExploreException {
    return explore(new KernelExplorer(model, ProgressRules.FAIR, 1000, 64, jobs));
  }

  /** Explores it by the axioms of a model. */
  KernelOutcome explore(Model model) throws ExploreException {
    return explore(
        new KernelExplorer(KernelModel.OPENCL, ProgressRules.FAIR, 1000, 64, 1).under(model));
  }

  /** Explores it by the axioms of a model, up to a bound on work; incomplete behind that. */
  KernelOutcome explore(Model model, int work) throws ExploreException {
    int[] asked = new int[1];
    return explore(
        new KernelExplorer(KernelModel.OPENCL, ProgressRules.FAIR, 1000, 64, 1).under(model),
        () -> ++asked[0] > work);
  }

  KernelOutcome explore(KernelExplorer explorer) throws ExploreException {
    return explore(explorer, () -> false);
  }

  KernelOutcome explore(KernelExplorer explorer, BooleanSupplier stop) throws ExploreException {
    Function kernel = kernel();
    try (Arena arena = Arena.ofConfined()) {
      List<Argument> arguments = new ArrayList<>();
      for (RandomProgram.Cell cell : program.locations()) {
        arguments.add(
            cell.local() ? new Argument.Local(4) : new Argument.Memory(arena.allocate(4, 8)));
      }
      arguments.add(new Argument.Memory(arena.allocate(4L * Math.max(1, reads), 8)));
      NdRange range =
          new NdRange(
              List.of((long) program.threads().size()), List.of((long) groupSize), List.of(0L));
      return explorer.explore(new KernelLaunch(kernel, range, arguments), stop);
    }
  }

  /** Returns the final states, locations in global memory alone. */
  Set<List<Long>> states(KernelOutcome outcome) {
    Set<List<Long>> states = new HashSet<>();
    List<String> names = outcome.buffers().stream().map(KernelOutcome.Buffer::name).toList();
    for (KernelOutcome.State state : outcome.states()) {
      List<Long> values = new ArrayList<>();
      int last = names.indexOf("argument " + program.locations().size());
      for (int i = 0; i < reads; i++) {
        values.add(last < 0 ? 0L : element(state.contents().get(last), i));
      }
      for (int i = 0; i < program.locations().size(); i++) {
        int at = names.indexOf("argument " + i);
        if (!program.locations().get(i).local()) {
          values.add(at < 0 ? 0L : element(state.contents().get(at), 0));
        }
      }
      states.add(values);
    }
    return states;
  }

  private static long element(byte[] bytes, int index) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(4 * index);
  }

  private Function kernel() {
    List<Parameter> parameters = new ArrayList<>();
    for (RandomProgram.Cell cell : program.locations()) {
      add(parameters, cell.local() ? AddressSpace.LOCAL : AddressSpace.GLOBAL);
    }
    add(parameters, AddressSpace.GLOBAL);
    Function function = new Function("k", Types.VOID, parameters, null, null);
    IrBuilder b = new IrBuilder(function.newBlock("entry"));
    Value last = b.alloca(4, 4);
    b.store(number(0), last);
    Value id = b.add(new WorkItemQuery(WorkItemQuery.Kind.GLOBAL_LINEAR_ID));
    initialize(function, b);
    int longest = program.threads().stream().mapToInt(t -> t.ops().size()).max().orElse(0);
    for (int t = 0; t < program.threads().size(); t++) {
      List<Op> ops = program.threads().get(t).ops();
      for (int i = 0; i < ops.size(); i++) {
        if (isKept(ops.get(i))) {
          places.put(List.of(t, i), reads++);
        }
      }
    }
    for (int i = 0; i < longest; i++) {
      step(function, b, id, last, i);
    }
    b.ret();
    return function;
  }

  /** Local memory has no first content but what a work-item writes. */
  private void initialize(Function function, IrBuilder b) {
    boolean any = false;
    Value first =
        b.compare(
            Compare.Predicate.EQ,
            b.add(new WorkItemQuery(WorkItemQuery.Kind.LOCAL_LINEAR_ID)),
            new IntConstant(Types.I64, 0));
    Block set = function.newBlock("set");
    Block after = function.newBlock("set.after");
    b.branch(first, set, after);
    b.setBlock(set);
    for (int i = 0; i < program.locations().size(); i++) {
      if (program.locations().get(i).local()) {
        b.store(number(0), function.parameters().get(i));
        any = true;
      }
    }
    b.branch(after);
    b.setBlock(after);
    if (any) {
      b.add(
          new Barrier(
              Barrier.Kind.WORK_GROUP,
              Set.of(FenceFlag.LOCAL),
              dev.barnacle.ir.MemoryScope.WORK_GROUP));
    }
  }

  private static void add(List<Parameter> parameters, AddressSpace space) {
    int index = parameters.size();
    parameters.add(
        new Parameter("a" + index, new PointerType(space), index, Parameter.Attributes.NONE));
  }

  /** What the work-items do as their operation of a number; a barrier is the same for all. */
  private void step(Function function, IrBuilder b, Value id, Value last, int i) {
    Block after = function.newBlock("after" + i);
    Block barrier = null;
    List<Long> cases = new ArrayList<>();
    List<Block> targets = new ArrayList<>();
    Block start = b.block();
    for (int t = 0; t < program.threads().size(); t++) {
      List<Op> ops = program.threads().get(t).ops();
      if (i >= ops.size()) {
        continue;
      }
      Op op = ops.get(i);
      Block block = function.newBlock("do" + i);
      cases.add((long) t);
      targets.add(block);
      b.setBlock(block);
      if (op.guarded()) {
        Block body = function.newBlock("body" + i);
        Value test = b.compare(Compare.Predicate.NE, b.load(Types.I32, last), number(0));
        b.branch(test, body, after);
        b.setBlock(body);
      }
      if (op.kind() == Kind.BARRIER) {
        if (barrier == null) {
          barrier = function.newBlock("barrier" + i);
          Block here = b.block();
          b.setBlock(barrier);
          ProgramOperations.add(b, op, function.parameters().get(op.location()), last);
          b.branch(after);
          b.setBlock(here);
        }
        b.branch(barrier);
        continue;
      }
      Value done = ProgramOperations.add(b, op, function.parameters().get(op.location()), last);
      if (isKept(op)) {
        Value place =
            b.add(
                new PointerAdd(
                    function.parameters().getLast(),
                    new IntConstant(Types.I64, 4L * places.getOrDefault(List.of(t, i), 0)),
                    true));
        b.store(done, place);
      }
      if (isUsed(op)) {
        b.store(done, last);
      }
      b.branch(after);
    }
    b.setBlock(start);
    b.add(new Switch(id, after, cases, targets));
    b.setBlock(after);
  }
}
