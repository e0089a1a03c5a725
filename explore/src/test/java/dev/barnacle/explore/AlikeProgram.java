package dev.barnacle.explore;

import static dev.barnacle.explore.ProgramOperations.number;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.NdRange;
import dev.barnacle.explore.RandomProgram.Kind;
import dev.barnacle.explore.RandomProgram.Op;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A random program all of whose threads do the same, as a kernel that asks for no id. What is seen
 * of the reads is the sum over all threads of a number made of what each has read.
 */
final class AlikeProgram {
  private static final int BASE = 7;

  private final RandomProgram program;
  private final int groupSize;

  AlikeProgram(RandomProgram program, int groupSize) {
    this.program = program;
    this.groupSize = groupSize;
  }

  KernelOutcome explore(KernelModel model) throws ExploreException {
    try (Arena arena = Arena.ofConfined()) {
      List<Argument> arguments = new ArrayList<>();
      for (int i = 0; i <= program.locations().size(); i++) {
        arguments.add(new Argument.Memory(arena.allocate(4, 8)));
      }
      NdRange range =
          new NdRange(
              List.of((long) program.threads().size()), List.of((long) groupSize), List.of(0L));
      return new KernelExplorer(model, ProgressRules.FAIR, 1000, 64, 2)
          .explore(new KernelLaunch(kernel(), range, arguments), () -> false);
    }
  }

  /** Returns the final states: the sum, and every location. */
  Set<List<Long>> states(KernelOutcome outcome) {
    Set<List<Long>> states = new HashSet<>();
    List<String> names = outcome.buffers().stream().map(KernelOutcome.Buffer::name).toList();
    for (KernelOutcome.State state : outcome.states()) {
      List<Long> values = new ArrayList<>();
      for (int i = program.locations().size(); i >= 0; i--) {
        int at = names.indexOf("argument " + i);
        values.add(at < 0 ? 0L : element(state.contents().get(at)));
      }
      states.add(values);
    }
    return states;
  }

  /** Returns the oracle's. */
  Set<List<Long>> states(NaiveExplorer naive) {
    Set<List<Long>> states = new HashSet<>();
    int cells = program.locations().size();
    for (List<Long> state : naive.states.keySet()) {
      int sum = 0;
      int read = 0;
      for (RandomProgram.Member m : program.threads()) {
        int weight = 1;
        for (Op op : m.ops()) {
          if (op.kind().reads()) {
            sum += weight * (int) (long) state.get(read++);
            weight *= BASE;
          }
        }
      }
      List<Long> values = new ArrayList<>(List.of((long) sum));
      for (int i = cells - 1; i >= 0; i--) {
        values.add(state.get(state.size() - cells + i));
      }
      states.add(values);
    }
    return states;
  }

  private static long element(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }

  private Function kernel() {
    List<Parameter> parameters = new ArrayList<>();
    for (int i = 0; i <= program.locations().size(); i++) {
      PointerType global = new PointerType(AddressSpace.GLOBAL);
      parameters.add(new Parameter("a" + i, global, i, Parameter.Attributes.NONE));
    }
    Function function = new Function("k", Types.VOID, parameters, null, null);
    IrBuilder b = new IrBuilder(function.newBlock("entry"));
    Value last = b.alloca(4, 4);
    b.store(number(0), last);
    Value sum = b.alloca(4, 4);
    b.store(number(0), sum);
    int weight = 1;
    List<Op> ops = program.threads().getFirst().ops();
    for (int i = 0; i < ops.size(); i++) {
      Op op = ops.get(i);
      Block after = function.newBlock("after" + i);
      if (op.guarded()) {
        Block body = function.newBlock("body" + i);
        b.branch(b.compare(Compare.Predicate.NE, b.load(Types.I32, last), number(0)), body, after);
        b.setBlock(body);
      }
      Value done = ProgramOperations.add(b, op, parameters.get(op.location()), last);
      if (op.kind().reads()) {
        b.store(done, last);
        Value more = b.add(new Binary(Binary.Op.MUL, done, number(weight)));
        b.store(b.add(new Binary(Binary.Op.ADD, b.load(Types.I32, sum), more)), sum);
        weight *= BASE;
      }
      b.branch(after);
      b.setBlock(after);
    }
    b.add(
        new AtomicRmw(
            AtomicRmw.Op.ADD,
            parameters.getLast(),
            b.load(Types.I32, sum),
            MemoryOrder.RELAXED,
            MemoryScope.DEVICE));
    b.ret();
    return function;
  }

  /** Returns whether work-items of one group may come to different places. */
  static boolean mayDiverge(List<Op> ops) {
    return ops.stream().anyMatch(op -> op.kind() == Kind.BARRIER && op.guarded());
  }
}
