package dev.barnacle.ir.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.Loops.Loop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * The divergence analysis against its definition: random kernels of integers and branches are
 * interpreted for some work-items, and what is called uniform must have been the same for all that
 * came to the same instance of an instruction (same iterations of the loops around it).
 */
class UniformityOracleTest {
  private static final int WORK_ITEMS = 5;
  private static final int MAX_BLOCKS_RUN = 100;

  @Property(tries = 600)
  void uniformValuesAgree(@ForAll long seed) {
    Function kernel = new RandomKernel(seed).function();
    Uniformity uniformity = new Uniformity(kernel);
    if (!uniformity.loops().isReducible()) {
      return;
    }
    Map<Instance, Long> seen = new HashMap<>();
    Map<List<Object>, Integer> runs = new HashMap<>();
    int ended = 0;
    for (int item = 0; item < WORK_ITEMS; item++) {
      WorkItem workItem = new WorkItem(kernel, uniformity, item, seed & 3, seen);
      if (workItem.run()) {
        ended++;
        workItem.instances.forEach(instance -> runs.merge(instance, 1, Integer::sum));
      }
    }
    int all = ended;
    runs.forEach(
        (instance, count) -> {
          if (uniformity.isRunByAll((Block) instance.getFirst())) {
            assertEquals(all, count, () -> instance + "\n" + uniformity.print());
          }
        });
  }

  /** A place where a value is seen: an instruction, an operand of it (or -1), and iterations. */
  private record Instance(Instruction instruction, int operand, List<Object> iterations) {}

  /** One work-item's run. */
  private static final class WorkItem {
    private final Function kernel;
    private final Uniformity uniformity;
    private final long localId;
    private final long argument;
    private final Map<Instance, Long> seen;
    private final Map<Value, Long> values = new HashMap<>();
    private final Map<Block, Integer> iterations = new HashMap<>();
    private final List<List<Object>> instances = new ArrayList<>();

    WorkItem(
        Function kernel,
        Uniformity uniformity,
        long localId,
        long argument,
        Map<Instance, Long> seen) {
      this.kernel = kernel;
      this.uniformity = uniformity;
      this.localId = localId;
      this.argument = argument;
      this.seen = seen;
    }

    /** Runs to the end or the bound; returns whether it came to the end. */
    boolean run() {
      Block from = null;
      Block block = kernel.entry();
      for (int i = 0; i < MAX_BLOCKS_RUN; i++) {
        count(from, block);
        Block next = run(from, block);
        if (next == null) {
          return true;
        }
        from = block;
        block = next;
      }
      return false;
    }

    private void count(@Nullable Block from, Block block) {
      for (Loop loop : uniformity.loops().containing(block)) {
        if (loop.header() == block) {
          boolean again = from != null && loop.contains(from);
          iterations.put(block, again ? iterations.getOrDefault(block, 0) + 1 : 0);
        }
      }
    }

    private List<Object> key(Block block) {
      List<Object> key = new ArrayList<>();
      key.add(block);
      uniformity.loops().containing(block).stream()
          .map(loop -> (Object) iterations.getOrDefault(loop.header(), 0))
          .forEach(key::add);
      return key;
    }

    private @Nullable Block run(@Nullable Block from, Block block) {
      List<Object> key = key(block);
      instances.add(key);
      Map<Value, Long> phis = new HashMap<>();
      for (Phi phi : block.phis()) {
        phis.put(phi, value(phi.incoming(from == null ? block : from)));
      }
      values.putAll(phis);
      for (Instruction instruction : block.instructions()) {
        if (!(instruction instanceof Phi)) {
          operands(instruction, block, key);
        }
        if (instruction instanceof Terminator terminator) {
          return next(terminator);
        }
        long result = result(instruction);
        values.put(instruction, result);
        if (uniformity.isUniform(instruction)) {
          see(new Instance(instruction, -1, key), result);
        }
      }
      throw new IllegalStateException("no terminator");
    }

    private void operands(Instruction instruction, Block block, List<Object> key) {
      for (int i = 0; i < instruction.operands().size(); i++) {
        if (uniformity.isUniform(instruction.operand(i), block)) {
          see(new Instance(instruction, i, key), value(instruction.operand(i)));
        }
      }
    }

    private void see(Instance instance, long value) {
      Long before = seen.putIfAbsent(instance, value);
      assertTrue(before == null || before == value, () -> instance + "\n" + uniformity.print());
    }

    private @Nullable Block next(Terminator terminator) {
      return switch (terminator) {
        case Branch b -> b.target();
        case ConditionalBranch c -> c.successors().get(value(c.condition()) != 0 ? 0 : 1);
        default -> null;
      };
    }

    private long value(Value value) {
      return switch (value) {
        case IntConstant c -> c.value();
        case Parameter _ -> argument;
        default -> values.getOrDefault(value, 0L);
      };
    }

    private long result(Instruction instruction) {
      return switch (instruction) {
        case WorkItemQuery _ -> localId;
        case Phi phi -> value(phi);
        case Compare c -> value(c.operand(0)) < value(c.operand(1)) ? 1 : 0;
        case Binary b when b.op() == Binary.Op.ADD -> value(b.operand(0)) + value(b.operand(1));
        case Binary b -> value(b.operand(0)) & value(b.operand(1));
        default -> throw new IllegalStateException(instruction.mnemonic());
      };
    }
  }

  /** A kernel with random branches over sums, bits and comparisons. */
  private static final class RandomKernel {
    private final Random random;
    private final Function function;
    private final List<List<Value>> numbers = new ArrayList<>();

    RandomKernel(long seed) {
      this.random = new Random(seed);
      Parameter n = new Parameter("n", Types.I64, 0, Parameter.Attributes.NONE);
      KernelInfo info = new KernelInfo(List.of());
      this.function = new Function("k", Types.VOID, List.of(n), info, null);
      for (int i = 3 + random.nextInt(7); i > 0; i--) {
        function.newBlock("b");
      }
      for (int i = 0; i < function.blocks().size(); i++) {
        terminate(i);
      }
    }

    /** Mostly forward branches; some back. */
    private void terminate(int index) {
      int count = function.blocks().size();
      IrBuilder builder = new IrBuilder(function.blocks().get(index));
      if (index == count - 1) {
        builder.ret();
      } else if (random.nextInt(4) == 0) {
        builder.branch(function.blocks().get(index + 1));
      } else {
        Block one = function.blocks().get(index + 1);
        int near = Math.clamp(index - 2L + random.nextInt(6), 1, count - 1);
        Block other = function.blocks().get(near);
        boolean swapped = random.nextBoolean();
        builder.branch(IntConstant.TRUE, swapped ? other : one, swapped ? one : other);
      }
    }

    Function function() {
      ControlFlow flow = new ControlFlow(function);
      Dominators dominators = new Dominators(flow);
      List<Phi> phis = new ArrayList<>();
      for (Block block : flow.reversePostOrder()) {
        List<Value> available = new ArrayList<>(function.parameters());
        available.add(new IntConstant(Types.I64, 1));
        available.add(new IntConstant(Types.I64, 3));
        Block parent = dominators.immediateDominator(block);
        if (parent != null) {
          available.addAll(numbers.get(function.blocks().indexOf(parent)));
        }
        while (numbers.size() <= function.blocks().indexOf(block)) {
          numbers.add(List.of());
        }
        numbers.set(function.blocks().indexOf(block), available);
        phis.addAll(fill(block, flow, available));
      }
      for (Phi phi : phis) {
        for (Block predecessor : flow.predecessors(blockOf(phi))) {
          int index = function.blocks().indexOf(predecessor);
          List<Value> available =
              flow.isReachable(predecessor) ? numbers.get(index) : List.<Value>of();
          phi.addIncoming(pickLate(available), predecessor);
        }
      }
      return function;
    }

    private Block blockOf(Phi phi) {
      return function.blocks().stream()
          .filter(block -> block.instructions().contains(phi))
          .findFirst()
          .orElseThrow();
    }

    private List<Phi> fill(Block block, ControlFlow flow, List<Value> available) {
      List<Phi> phis = new ArrayList<>();
      IrBuilder builder = new IrBuilder(block);
      builder.setPosition(block, 0);
      if (!flow.predecessors(block).isEmpty()) {
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
          phis.add(builder.phi(Types.I64));
        }
      }
      available.addAll(phis);
      if (block == function.entry()) {
        available.add(builder.query(WorkItemQuery.Kind.LOCAL_LINEAR_ID));
      }
      for (int i = random.nextInt(3); i > 0; i--) {
        Binary.Op op = random.nextInt(3) == 0 ? Binary.Op.AND : Binary.Op.ADD;
        available.add(builder.binary(op, pickLate(available), pickLate(available)));
      }
      if (block.terminator() instanceof ConditionalBranch branch) {
        Value condition = builder.compare(Compare.Predicate.SLT, pick(available), pick(available));
        branch.setOperand(0, condition);
      }
      return phis;
    }

    /** Prefers the values that were computed last, so that much is carried around loops. */
    private Value pickLate(List<Value> available) {
      int size = available.size();
      return pick(
          random.nextBoolean() ? available.subList(Math.max(0, size - 3), size) : available);
    }

    private Value pick(List<Value> available) {
      return available.isEmpty()
          ? new IntConstant(Types.I64, 0)
          : available.get(random.nextInt(available.size()));
    }
  }
}
