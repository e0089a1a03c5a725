package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Edge;
import dev.barnacle.explore.internal.kernel.code.FunctionCode;
import dev.barnacle.explore.internal.kernel.code.KernelCode;
import dev.barnacle.explore.internal.kernel.code.LoopHead;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.program.ThreadBlock.Way;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.WorkItemQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the code of a thread from that of functions: calls are inlined, each lane is by itself, and
 * what follows from what is known of the thread is left out.
 */
public final class ThreadMaker {
  /** The facts that are known of a work-item of a launch; of a litmus test there are none. */
  public interface Launched {
    /** Returns what a query gives. */
    long query(WorkItemQuery.Kind kind, int dimension);

    /** Returns what memory that nobody writes holds at an address; null for any other. */
    @Nullable Long constant(long address, int bytes);

    /** Returns whether executions are left out in which an assumption is false. */
    boolean drops();
  }

  /**
   * A piece of private memory.
   *
   * @param memory the variable that it is
   * @param initial what it holds at first; null where nothing was written to it
   */
  @SuppressWarnings("ArrayRecordComponent") // never changed once made
  public record Piece(Alloca memory, byte @Nullable [] initial) {}

  final ThreadValues values = new ThreadValues();
  private final int memories;
  private final @Nullable Launched launched;
  private final ThreadOps lanes;
  private final List<ThreadBlock> blocks = new ArrayList<>();
  private final List<Way> ways = new ArrayList<>();
  private final List<Piece> pieces = new ArrayList<>();

  /** The first private memory of a work-item: where it notes its mistakes. */
  private final Alloca mistakes = new Alloca(Integer.BYTES, Integer.BYTES);

  private ThreadBlock here = new ThreadBlock();

  /** True if the last weak compare-exchange failed for no reason. */
  private int spurious = values.of(0);

  /**
   * Begins.
   *
   * @param memories how many objects of memory are shared
   */
  public ThreadMaker(int memories, @Nullable Launched launched) {
    this.memories = memories;
    this.launched = launched;
    this.lanes = new ThreadOps(this, launched);
    if (launched != null) {
      pieces.add(new Piece(mistakes, new byte[Integer.BYTES]));
    }
  }

  /**
   * Makes the code of a function.
   *
   * @param constants the constants of the code
   * @param arguments what the registers of its parameters hold
   */
  public ThreadMaker make(FunctionCode function, long[] constants, long[] arguments)
      throws ExploreException {
    int[] known = new int[constants.length];
    for (int i = 0; i < known.length; i++) {
      known[i] = ~i == KernelCode.UNDEFINED ? ThreadValues.UNDEFINED : values.of(constants[i]);
    }
    begin(here);
    int[] given = new int[arguments.length];
    for (int i = 0; i < given.length; i++) {
      given[i] = values.of(arguments[i]);
    }
    if (new Body(function, known, given, "").emit() != null) {
      add(Op.of(Op.Kind.RETURN, function.function.entry().instructions().getLast(), null, 64, -1));
    }
    return this;
  }

  /** Returns the blocks, in an order in which only back edges go to an earlier one. */
  List<ThreadBlock> blocks() {
    return blocks;
  }

  /** Returns the private memory. */
  List<Piece> pieces() {
    return pieces;
  }

  /** Returns where a work-item notes its last mistake, 0 for none. */
  Alloca mistakes() {
    return mistakes;
  }

  /** Returns what each register is given where blocks begin. */
  Map<Integer, Set<Integer>> moves() {
    Map<Integer, Set<Integer>> moves = new HashMap<>();
    for (Way way : ways) {
      Edge edge = edge(way);
      for (int i = 0; i < edge.to().length; i++) {
        moves.computeIfAbsent(edge.to()[i], r -> new HashSet<>()).add(edge.from()[i]);
      }
    }
    return moves;
  }

  /** Returns which barrier of the program each is. */
  public Map<Op, String> barriers() {
    return lanes.barriers;
  }

  /** Returns the number of the first object that is private memory. */
  int firstPrivate() {
    return memories + 1;
  }

  /** Adds private memory, and returns its address. */
  public long allocate(Alloca memory, byte @Nullable [] initial) {
    pieces.add(new Piece(memory, initial));
    return Address.of(memories + pieces.size(), 0);
  }

  // --- blocks ---

  Op add(Op op) {
    here.ops.add(op);
    return op;
  }

  private void begin(ThreadBlock block) {
    block.order = blocks.size();
    blocks.add(block);
    here = block;
  }

  private void jump(Op op, int edge, ThreadBlock to, int... given) throws ExploreException {
    Way way = new Way(here, op, edge, to, given);
    if (to.order < 0) {
      to.ways.add(way);
    } else if (to.loop == null) {
      throw new ExploreException("a loop is entered at two places", op.source.location());
    }
    ways.add(way);
  }

  private Op end(Op.Kind kind, Op source) {
    return add(Op.of(kind, source.source, null, source.bits, -1));
  }

  /**
   * Begins a block to which ways lead.
   *
   * @param head whether others will
   * @return the values that it is given
   */
  private int[] join(ThreadBlock block, boolean head) {
    begin(block);
    int[] joined = block.ways.getFirst().values().clone();
    for (int k = 0; k < joined.length; k++) {
      boolean differs = head;
      for (Way way : block.ways) {
        differs |= way.values()[k] != joined[k];
      }
      if (differs) {
        joined[k] = values.register();
        block.kept.add(k);
        block.registers.add(joined[k]);
      }
    }
    if (head) {
      block.loop = new LoopHead(-1, joined);
    }
    return joined;
  }

  /** Returns the operations, in one row. */
  Op[] finish() {
    List<Op> ops = new ArrayList<>();
    Set<ThreadBlock> heads = new HashSet<>();
    for (Way way : ways) {
      if (way.isBack()) {
        heads.add(way.to());
      }
    }
    int loops = 0;
    for (ThreadBlock block : blocks) {
      block.start = ops.size();
      ops.addAll(block.ops);
      LoopHead loop = heads.contains(block) ? block.loop : null;
      block.loop = loop == null ? null : new LoopHead(loops++, loop.live());
    }
    for (int i = 0; i < ops.size(); i++) {
      ops.get(i).number = i;
    }
    for (Way way : ways) {
      if (way.edge() == 0) {
        way.op().edges = new Edge[edges(way.op())];
      }
      way.op().edges[way.edge()] = edge(way);
    }
    return ops.toArray(new Op[0]);
  }

  private static int edges(Op op) {
    return op.kind == Op.Kind.JUMP ? 1 : op.kind == Op.Kind.BRANCH ? 2 : op.cases.length + 1;
  }

  private Edge edge(Way way) {
    ThreadBlock to = way.to();
    int[] from = new int[to.kept.size()];
    int[] registers = new int[from.length];
    for (int i = 0; i < from.length; i++) {
      int k = to.kept.get(i);
      from[i] = values.register(way.values()[k], to.truths.get(k));
      registers[i] = to.registers.get(i);
    }
    return new Edge(to.start, from, registers, to.loop, way.isBack());
  }

  // --- functions ---

  /** The body of a function, where it is called. */
  private final class Body {
    private final FunctionCode function;
    private final int[] constants;
    private final String path;
    private final int[] registers;
    private final Map<Integer, ThreadBlock> starts = new HashMap<>();
    private final Map<Integer, int[]> given = new HashMap<>();
    private final BitSet heads = new BitSet();
    private final ThreadBlock after = new ThreadBlock();

    /** Makes one; the path is that of the calls that it is in. */
    Body(FunctionCode function, int[] constants, int[] arguments, String path) {
      this.function = function;
      this.constants = constants;
      this.path = path;
      this.registers = Arrays.copyOf(arguments, function.registers);
      for (Op op : function.ops) {
        for (Edge edge : op.edges) {
          heads.set(edge.target(), heads.get(edge.target()) || edge.back());
        }
      }
    }

    /** Adds it, and returns what it returns; null if it never does. */
    int @Nullable [] emit() throws ExploreException {
      boolean reached = true;
      for (int i = 0; i < function.ops.length; i++) {
        ThreadBlock block = starts.get(i);
        if (block != null) {
          int[] joined = join(block, heads.get(i));
          int[] to = Objects.requireNonNull(given.get(i));
          for (int k = 0; k < to.length; k++) {
            registers[to[k]] = joined[k];
          }
        }
        reached = (reached || block != null) && operation(function.ops[i]);
      }
      if (after.ways.isEmpty()) {
        return null;
      }
      if (after.ways.size() > 1) {
        return join(after, false);
      }
      Way only = after.ways.getFirst();
      ways.remove(only);
      only.from().ops.removeLast();
      here = only.from();
      return only.values();
    }

    /** Returns the value of an operand's lane. */
    private int value(int operand, int lane) {
      return operand < 0 ? constants[~operand + lane] : registers[operand + lane];
    }

    private int[] all(int operand, int count) {
      int[] all = new int[count];
      for (int k = 0; k < count; k++) {
        all[k] = value(operand, k);
      }
      return all;
    }

    private void set(Op op, int... lanesOf) {
      System.arraycopy(lanesOf, 0, registers, op.result, lanesOf.length);
    }

    private int[][] operands(Op op) {
      int[][] operands = new int[op.operands.length][];
      for (int k = 0; k < operands.length; k++) {
        operands[k] = all(op.operands[k], op.source.operand(k).type().lanes());
      }
      return operands;
    }

    /** Adds an operation; false if control does not go on with the next. */
    private boolean operation(Op op) throws ExploreException {
      switch (op.kind) {
        case JUMP -> way(end(Op.Kind.JUMP, op), 0, op.edges[0]);
        case BRANCH -> branch(op);
        case SWITCH -> choose(op);
        case RETURN -> {
          int count = op.operands.length == 0 ? 0 : op.lanes;
          after.truths.set(0, count, op.bits == 1);
          jump(end(Op.Kind.JUMP, op), 0, after, all(op.a, count));
        }
        case TRAP, UNREACHABLE -> {
          if (launched == null) {
            throw ThreadOps.unsupported(op.source);
          }
          end(op.kind, op);
        }
        case CALL -> {
          return call(op);
        }
        case COMPARE_EXCHANGE -> exchange(op, operands(op));
        case EXCHANGED -> set(op, lanes.select(spurious, values.of(0), value(op.a, 0)));
        case BARRIER -> lanes.barrier(op, path + op.number);
        default -> {
          int[] result = lanes.add(op, operands(op));
          if (op.result >= 0) {
            set(op, result);
          }
        }
      }
      return op.falls();
    }

    private void way(Op op, int edge, Edge taken) throws ExploreException {
      ThreadBlock to = starts.computeIfAbsent(taken.target(), t -> new ThreadBlock());
      given.put(taken.target(), taken.to());
      int[] sources = new int[taken.from().length];
      for (int k = 0; k < sources.length; k++) {
        sources[k] = value(taken.from()[k], 0);
      }
      jump(op, edge, to, sources);
      for (int k = 0; k < sources.length; k++) {
        to.truths.set(k, function.truths.get(taken.to()[k]));
      }
    }

    private void branch(Op op) throws ExploreException {
      int condition = value(op.a, 0);
      if (ThreadValues.isKnown(condition) || op.edges[0].target() == op.edges[1].target()) {
        boolean first = ThreadValues.isKnown(condition) && values.bits(condition) != 0;
        way(end(Op.Kind.JUMP, op), 0, op.edges[first ? 0 : 1]);
        return;
      }
      Op branch =
          condition == ThreadValues.UNDEFINED
              ? end(Op.Kind.BRANCH, op)
              : add(op.lane(-1, values.registers(op, condition)));
      way(branch, 0, op.edges[0]);
      way(branch, 1, op.edges[1]);
    }

    private void choose(Op op) throws ExploreException {
      int value = value(op.a, 0);
      if (ThreadValues.isKnown(value)) {
        way(end(Op.Kind.JUMP, op), 0, op.chosen(values.bits(value)));
        return;
      }
      Op choice = add(op.lane(-1, values.registers(op, value)));
      for (int k = 0; k < op.edges.length; k++) {
        way(choice, k, op.edges[k]);
      }
    }

    private boolean call(Op op) throws ExploreException {
      FunctionCode callee = Objects.requireNonNull(op.callee);
      int[] arguments = Arrays.stream(operands(op)).flatMapToInt(Arrays::stream).toArray();
      int[] result = new Body(callee, constants, arguments, path + op.number + "/").emit();
      if (result != null && op.result >= 0) {
        set(op, result);
      }
      return result != null;
    }

    /**
     * A weak compare-exchange may fail though it reads what it expects: then it is a load of that
     * value.
     */
    private void exchange(Op op, int[][] operands) throws ExploreException {
      AtomicCompareExchange x = (AtomicCompareExchange) op.source;
      if (launched == null || !x.weak()) {
        set(op, lanes.add(op, operands));
        return;
      }
      ThreadBlock strong = new ThreadBlock();
      ThreadBlock failing = new ThreadBlock();
      ThreadBlock next = new ThreadBlock();
      Op choice = end(Op.Kind.BRANCH, op);
      jump(choice, 0, strong);
      jump(choice, 1, failing);
      join(strong, false);
      int exchanged = lanes.add(op, operands)[0];
      jump(end(Op.Kind.JUMP, op), 0, next, exchanged, values.of(0));
      join(failing, false);
      int read = load(x, op, operands[0][0]);
      lanes.require(lanes.isEqual(read, operands[1][0]), op);
      jump(end(Op.Kind.JUMP, op), 0, next, read, values.of(-1));
      next.truths.set(1);
      int[] joined = join(next, false);
      set(op, joined[0]);
      spurious = joined[1];
    }

    private int load(AtomicCompareExchange x, Op op, int pointer) {
      AtomicLoad source = new AtomicLoad(x.type(), x.pointer(), x.failureOrder(), x.scope());
      source.setLocation(x.location());
      MemoryStrength says = op.says();
      MemoryStrength weaker =
          new MemoryStrength(says.failureOrder(), says.failureOrder(), says.scope(), Set.of());
      Op load = Op.of(Op.Kind.ATOMIC_LOAD, source, weaker, op.bits, values.register());
      load = load.lane(load.result, values.registers(load, pointer));
      return add(load).result;
    }
  }
}
