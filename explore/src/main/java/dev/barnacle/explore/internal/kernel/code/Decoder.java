package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.ir.AddressSpaceTest;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AsyncFence;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.FloatConstant;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PipeOperation;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Printf;
import dev.barnacle.ir.QueueOperation;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Trap;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Unreachable;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorConstant;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.Yield;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decodes one function. */
final class Decoder {
  private final KernelCode program;
  private final FunctionCode code;
  private final Flow flow;
  private final IdentityHashMap<Value, Integer> registers = new IdentityHashMap<>();
  private final IdentityHashMap<Block, Integer> starts = new IdentityHashMap<>();
  private final IdentityHashMap<Block, Op> ends = new IdentityHashMap<>();
  private final IdentityHashMap<Block, LoopHead> heads = new IdentityHashMap<>();
  private final List<Op> ops = new ArrayList<>();

  Decoder(KernelCode program, FunctionCode code) {
    this.program = program;
    this.code = code;
    this.flow = new Flow(code.function);
  }

  void decode() throws ExploreException {
    Function function = code.function;
    for (Parameter p : function.parameters()) {
      register(p);
    }
    for (Block block : flow.order()) {
      for (Instruction i : block.instructions()) {
        if (i.hasResult()) {
          register(i);
        }
      }
    }
    for (Block block : flow.order()) {
      starts.put(block, ops.size());
      Location last = null;
      for (Instruction i : block.instructions()) {
        addBefore(i, last);
        last = i.location() == null ? last : i.location();
        if (!(i instanceof Phi)) {
          ops.add(decode(i));
        }
      }
      ends.put(block, ops.getLast());
    }
    Iterator<List<Value>> live = flow.liveAtHeads().iterator();
    for (Block head : flow.heads()) {
      LoopHead loop = new LoopHead(program.nextLoop(), registers(live.next()));
      heads.put(head, loop);
      if (stops()) {
        flow.loop(head).forEach(block -> setLoop(block, loop.number()));
      }
    }
    for (Block block : flow.order()) {
      Op last = Objects.requireNonNull(ends.get(block));
      List<Block> next = block.successors();
      last.edges = new Edge[next.size()];
      for (int i = 0; i < last.edges.length; i++) {
        last.edges[i] = edge(block, next.get(i));
      }
    }
    code.set(ops.toArray(new Op[0]));
  }

  /** Returns whether work-items may meet, or read atomic objects, in it or in one that it calls. */
  private boolean stops() {
    return ops.stream().anyMatch(op -> isMeeting(op) || isReading(op));
  }

  private static boolean isReading(Op op) {
    return switch (op.kind) {
      case LOAD, STORE, MEMORY_COPY, MEMORY_FILL, ATOMIC_LOAD, ATOMIC_RMW, COMPARE_EXCHANGE -> true;
      default -> false;
    };
  }

  private static boolean isMeeting(Op op) {
    return op.kind.meets() || op.kind == Op.Kind.CALL;
  }

  private void setLoop(Block block, int loop) {
    Op last = Objects.requireNonNull(ends.get(block));
    int at = Objects.requireNonNull(starts.get(block));
    Op op;
    do {
      op = ops.get(at++);
      if (isMeeting(op) || isReading(op)) {
        op.loops = Arrays.copyOf(op.loops, op.loops.length + 1);
        op.loops[op.loops.length - 1] = loop;
      }
    } while (op != last);
  }

  /** Decodes what is added before an instruction with which a line of the source begins. */
  private void addBefore(Instruction i, @Nullable Location last) throws ExploreException {
    if (program.edits().strengths().isEmpty()) {
      return;
    }
    Location begins = Sites.begins(i, last);
    if (begins != null) {
      for (Instruction added : program.edits().before(begins)) {
        ops.add(decode(added));
      }
    }
  }

  private void register(Value value) {
    registers.put(value, code.registers);
    code.truths.set(code.registers, code.registers + value.type().lanes(), isTruth(value));
    code.registers += value.type().lanes();
  }

  private static boolean isTruth(Value value) {
    return value.type().scalar().equals(Types.I1);
  }

  private int[] registers(List<Value> values) {
    List<Integer> list = new ArrayList<>();
    for (Value value : values) {
      Integer first = registers.get(value);
      for (int i = 0; first != null && i < value.type().lanes(); i++) {
        list.add(first + i);
      }
    }
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  private Edge edge(Block from, Block to) throws ExploreException {
    List<Integer> sources = new ArrayList<>();
    List<Integer> targets = new ArrayList<>();
    for (Phi phi : to.phis()) {
      int source = operand(phi.incoming(from));
      int target = operand(phi);
      for (int i = 0; i < phi.type().lanes(); i++) {
        sources.add(source < 0 ? source - i : source + i);
        targets.add(target + i);
      }
    }
    Integer start = starts.get(to);
    if (start == null) {
      throw new IllegalStateException("unreachable block " + to);
    }
    return new Edge(
        start,
        sources.stream().mapToInt(Integer::intValue).toArray(),
        targets.stream().mapToInt(Integer::intValue).toArray(),
        heads.get(to),
        flow.isBack(from, to));
  }

  private int operand(Value value) throws ExploreException {
    Integer register = registers.get(value);
    if (register != null) {
      return register;
    }
    if (value instanceof GlobalVariable variable) {
      return program.variable(variable);
    }
    if (value instanceof UndefConstant && value.type().lanes() == 1) {
      return KernelCode.UNDEFINED;
    }
    List<Long> lanes = new ArrayList<>();
    constant(value, lanes);
    return program.constants(lanes);
  }

  private static void constant(Value value, List<Long> lanes) throws ExploreException {
    switch (value) {
      case IntConstant c -> lanes.add(c.value());
      case FloatConstant c -> lanes.add(c.bits());
      case NullConstant c -> lanes.add(0L);
      case VectorConstant c -> {
        for (Value element : c.elements()) {
          constant(element, lanes);
        }
      }
      case UndefConstant c -> {
        for (int i = 0; i < c.type().lanes(); i++) {
          lanes.add(0L);
        }
      }
      default -> throw new ExploreException("a value of type " + value.type(), null);
    }
  }

  private Op decode(Instruction i) throws ExploreException {
    return switch (i) {
      case Binary x -> {
        Op op = operands(Op.Kind.BINARY, i);
        op.divides =
            switch (x.op()) {
              case SDIV, SREM, UDIV, UREM -> true;
              default -> false;
            };
        yield op;
      }
      case Unary x -> operands(x.op() == Unary.Op.FNEG ? Op.Kind.NEGATE : Op.Kind.COPY, i);
      case Compare x -> operands(Op.Kind.COMPARE, i);
      case Cast x -> cast(x);
      case Select x -> select(x);
      case Intrinsic x when x.op() == Intrinsic.Op.EXPECT_EXCHANGE ->
          operands(Op.Kind.EXCHANGED, i);
      case Intrinsic x when x.op() == Intrinsic.Op.EXPECT_ASSUMPTION ->
          operands(Op.Kind.ASSUMED, i);
      case Intrinsic x when x.op().isExpectation() -> operands(Op.Kind.COPY, i);
      case Intrinsic x -> {
        Op op = operands(Op.Kind.INTRINSIC, i);
        op.function = Functions.of(x);
        yield op;
      }
      case ExtractElement x -> operands(Op.Kind.EXTRACT, i);
      case InsertElement x -> operands(Op.Kind.INSERT, i);
      case Shuffle x -> operands(Op.Kind.SHUFFLE, i);
      case Alloca x -> operands(Op.Kind.ALLOCA, i);
      case PointerAdd x -> operands(Op.Kind.POINTER_ADD, i);
      case Load x -> ofType(operands(Op.Kind.LOAD, i), x.type());
      case Store x -> ofType(operands(Op.Kind.STORE, i), x.value().type());
      case MemoryCopy x -> operands(Op.Kind.MEMORY_COPY, i);
      case MemoryFill x -> operands(Op.Kind.MEMORY_FILL, i);
      case AtomicLoad x -> ofType(operands(Op.Kind.ATOMIC_LOAD, i), x.type());
      case AtomicStore x -> ofType(operands(Op.Kind.ATOMIC_STORE, i), x.value().type());
      case AtomicRmw x -> {
        Op op = ofType(operands(Op.Kind.ATOMIC_RMW, i), x.type());
        op.blind = x.op().isAssociative() && !flow.isUsed(i);
        op.blindIfUnused = x.op().isAssociative() && !flow.isUsedHere(i);
        yield op;
      }
      case AtomicCompareExchange x -> ofType(operands(Op.Kind.COMPARE_EXCHANGE, i), x.type());
      case Fence x -> operands(Op.Kind.FENCE, i);
      case Barrier x -> operands(Op.Kind.BARRIER, i);
      case WorkItemQuery x -> operands(Op.Kind.QUERY, i);
      case GroupOperation x -> operands(Op.Kind.GROUP, i);
      case AsyncCopy x -> operands(Op.Kind.ASYNC_COPY, i);
      case AsyncFence x -> operands(Op.Kind.ASYNC_FENCE, i);
      case WaitEvents x -> operands(Op.Kind.WAIT_EVENTS, i);
      case AddressSpaceTest x -> operands(Op.Kind.SPACE_TEST, i);
      case PipeOperation x -> PipeCode.of(x, new Pipes(x));
      case QueueOperation x -> queue(x);
      case Printf x -> {
        Op op = program.op(Op.Kind.PRINTF, i);
        op.result = operand(x);
        yield op;
      }
      case Trap x -> operands(Op.Kind.TRAP, i);
      case Yield x -> operands(Op.Kind.NOTHING, i);
      case Call x -> call(x);
      case Branch x -> operands(Op.Kind.JUMP, i);
      case ConditionalBranch x -> operands(Op.Kind.BRANCH, i);
      case Switch x -> {
        Op op = operands(Op.Kind.SWITCH, i);
        op.cases = x.cases().stream().mapToLong(Long::longValue).toArray();
        yield op;
      }
      case Return x -> operands(Op.Kind.RETURN, i);
      case Unreachable x -> operands(Op.Kind.UNREACHABLE, i);
      default ->
          throw new ExploreException(
              "explore does not know the instruction " + i.mnemonic(), i.location());
    };
  }

  /** Decodes an operation on a pipe. */
  private final class Pipes implements PipeCode.Decoding {
    private final PipeOperation source;

    Pipes(PipeOperation source) {
      this.source = source;
    }

    @Override
    public Op add(Instruction i) throws ExploreException {
      if (i.hasResult()) {
        Decoder.this.register(i);
      }
      return Decoder.this.decode(i);
    }

    @Override
    public Op decode(Op.Kind kind) throws ExploreException {
      return operands(kind, source);
    }

    @Override
    public void add(Op op) {
      ops.add(op);
    }

    @Override
    public int register() {
      return code.registers++;
    }
  }

  private Op queue(QueueOperation i) throws ExploreException {
    return switch (i.op()) {
      case ENQUEUE_KERNEL, ENQUEUE_MARKER, DEFAULT_QUEUE -> operands(Op.Kind.QUEUE, i);
      case CREATE_USER_EVENT, SET_USER_EVENT_STATUS, IS_VALID_EVENT -> operands(Op.Kind.QUEUE, i);
      case RETAIN_EVENT, RELEASE_EVENT -> operands(Op.Kind.NOTHING, i);
      default ->
          throw new ExploreException("explore does not know " + i.op().keyword(), i.location());
    };
  }

  private Op call(Call i) throws ExploreException {
    Op op = program.op(Op.Kind.CALL, i);
    op.callee = program.of(i.callee());
    op.unused = !flow.isUsed(i);
    op.blindIfUnused = !flow.isUsedHere(i);
    op.operands = new int[i.operands().size()];
    for (int k = 0; k < op.operands.length; k++) {
      op.operands[k] = operand(i.operand(k));
    }
    if (i.hasResult()) {
      op.result = operand(i);
      op.lanes = i.type().lanes();
    }
    return op;
  }

  private Op cast(Cast i) throws ExploreException {
    Op op = operands(Op.Kind.CAST, i);
    Type to = i.type();
    op.resultBits = bits(to);
    op.resultFloating = to.isFloat();
    op.lanes = to.lanes();
    return op;
  }

  private Op select(Select i) throws ExploreException {
    Op op = operands(Op.Kind.SELECT, i);
    op.lanes = i.type().lanes();
    op.bits = i.operand(0).type().lanes(); // of the condition: 1 for all lanes at once
    return op;
  }

  /** Sets what an access reads or writes. */
  private static Op ofType(Op op, Type type) throws ExploreException {
    if (type.lanes() > 1 && type.scalar().equals(Types.I1)) {
      throw new ExploreException("explore keeps no vector of truth values", op.source.location());
    }
    op.lanes = type.lanes();
    op.bits = bits(type);
    op.floating = type.isFloat();
    return op;
  }

  private Op operands(Op.Kind kind, Instruction i) throws ExploreException {
    Op op = program.op(kind, i);
    List<Value> list = i.operands();
    op.operands = new int[list.size()];
    for (int k = 0; k < op.operands.length; k++) {
      op.operands[k] = operand(list.get(k));
    }
    op.a = list.isEmpty() ? 0 : op.operands[0];
    op.b = list.size() > 1 ? op.operands[1] : 0;
    op.c = list.size() > 2 ? op.operands[2] : 0;
    if (!list.isEmpty()) {
      Type type = list.getFirst().type();
      op.lanes = type.lanes();
      op.bits = bits(type);
      op.floating = type.isFloat();
    }
    if (i.hasResult()) {
      op.result = operand(i);
      op.resultBits = bits(i.type());
    }
    return op;
  }

  private static int bits(Type type) {
    return switch (type.scalar()) {
      case IntType t -> t.bits();
      case FloatType t -> t.bits();
      default -> 64;
    };
  }
}
