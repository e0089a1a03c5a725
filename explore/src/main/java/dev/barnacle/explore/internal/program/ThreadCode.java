package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Scenario;
import dev.barnacle.explore.internal.kernel.code.Lanes;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.FloatConstant;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Trap;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The code of one thread, decoded for the interpreter. */
public final class ThreadCode {
  /** A move that a jump along an edge makes. */
  public record Move(int from, int to) {}

  public final Scenario.Worker worker;
  public final List<Code[]> blocks = new ArrayList<>();
  public final Map<Long, Move[]> edgeMoves = new HashMap<>();

  /** The first cell of each piece of private memory. */
  public final IdentityHashMap<Alloca, Integer> privates = new IdentityHashMap<>();

  /** The number of cells that private memory has; see {@link PrivateCells}. */
  public int cells;

  /** See {@link Scenario#launched}. */
  final boolean launched;

  public final List<Long> template = new ArrayList<>();

  /** The slots whose value never changes. */
  public final BitSet fixed = new BitSet();

  /** The constants among them that are truth values, not numbers. */
  public final BitSet truths = new BitSet();

  public final ThreadLoops loops;

  /** The number of writes that may come. */
  public final WriteCounts writeCounts = new WriteCounts(this);

  private final Map<Integer, Integer> pointerOf = new HashMap<>();
  private final Map<Integer, Written> writesFrom = new ConcurrentHashMap<>();
  private final IdentityHashMap<Block, Integer> blockNumbers = new IdentityHashMap<>();
  private final IdentityHashMap<Value, Integer> slots = new IdentityHashMap<>();
  private final Map<Value, Integer> constants = new HashMap<>();
  private final TreeMap<Integer, Integer> sizes = new TreeMap<>();
  private final PrivateCells pieces;
  private int instructions;

  public ThreadCode(Scenario scenario, Scenario.Worker worker, Map<String, Integer> barriers)
      throws ExploreException {
    this.worker = worker;
    this.launched = scenario.launched();
    for (Parameter p : worker.function().parameters()) {
      slots.put(p, constant(AddressLayout.shared(worker.arguments().get(p.index()), 0)));
    }
    List<Block> list = inOrder(worker.function().entry());
    this.pieces = new PrivateCells(list);
    for (Block block : list) {
      blockNumbers.put(block, blockNumbers.size());
      for (Instruction i : block.instructions()) {
        if (i instanceof Alloca a) {
          privates.put(a, cells);
          slots.put(i, constant(AddressLayout.privateMemory(cells)));
          sizes.put(cells, pieces.of(a));
          cells += pieces.of(a);
        } else if (i.hasResult()) {
          template.add(0L);
          slots.put(i, template.size() - 1);
        }
      }
    }
    for (Block block : list) {
      blocks.add(decode(block, scenario, barriers));
    }
    int[][] phis = new int[list.size()][];
    for (int b = 0; b < phis.length; b++) {
      phis[b] = list.get(b).phis().stream().mapToInt(slots::get).toArray();
    }
    loops = new ThreadLoops(this, phis);
  }

  /** The reachable blocks in reverse postorder: only back edges go to an earlier one. */
  private static List<Block> inOrder(Block entry) {
    List<Block> order = new ArrayList<>();
    visit(entry, Collections.newSetFromMap(new IdentityHashMap<>()), order);
    Collections.reverse(order);
    return order;
  }

  private static void visit(Block block, Set<Block> seen, List<Block> order) {
    if (seen.add(block)) {
      for (Block next : block.successors()) {
        visit(next, seen, order);
      }
      order.add(block);
    }
  }

  private int constant(long value) {
    template.add(value);
    fixed.set(template.size() - 1);
    return template.size() - 1;
  }

  private int slot(Value value) throws ExploreException {
    Integer known = slots.get(value);
    if (known != null) {
      return known;
    }
    long bits =
        switch (value) {
          case IntConstant c -> c.value();
          case FloatConstant c -> Lanes.signed(c.bits(), c.type().bits());
          case NullConstant n -> 0;
          case UndefConstant u -> 0;
          default ->
              throw new ExploreException(
                  "a value of type " + value.type() + " is not supported", null);
        };
    Integer shared = constants.get(value);
    if (shared == null) {
      shared = constant(bits);
      constants.put(value, shared);
      truths.set(shared, value.type().equals(Types.I1));
    }
    return shared;
  }

  private Code[] decode(Block block, Scenario scenario, Map<String, Integer> barriers)
      throws ExploreException {
    List<Code> out = new ArrayList<>();
    for (Instruction i : block.instructions()) {
      if (i instanceof Alloca || i instanceof Phi) {
        continue;
      }
      if (i instanceof PointerAdd add && isFixed(add)) {
        continue;
      }
      Code code = decode(i, scenario, barriers);
      code.position = instructions++;
      if (i.hasResult()) {
        code.result = slot(i);
        if (code.kind == Code.Kind.POINTER_ADD) {
          pointerOf.put(code.result, code.a);
        }
        code.copies = code.kind == Code.Kind.LOAD && !pieces.isUsed(i);
      }
      for (Block next : i == block.terminatorOrNull() ? block.successors() : List.<Block>of()) {
        moves(block, next);
      }
      out.add(code);
    }
    return out.toArray(new Code[0]);
  }

  /** Returns whether an address never changes; its slot has it then. */
  private boolean isFixed(PointerAdd add) throws ExploreException {
    int base = slot(add.operand(0));
    int offset = slot(add.operand(1));
    if (!fixed.get(base) || !fixed.get(offset)) {
      return false;
    }
    template.set(slot(add), template.get(base) + template.get(offset));
    fixed.set(slot(add));
    return true;
  }

  /** The instruction at a place, see {@link Code#position}. */
  public Code at(int position) {
    return blocks.stream()
        .flatMap(Arrays::stream)
        .filter(c -> c.position == position)
        .findFirst()
        .orElseThrow();
  }

  private void moves(Block from, Block to) throws ExploreException {
    List<Move> moves = new ArrayList<>();
    for (Phi phi : to.phis()) {
      moves.add(new Move(slot(phi.incoming(from)), slot(phi)));
    }
    if (!moves.isEmpty()) {
      edgeMoves.put(edge(number(from), number(to)), moves.toArray(new Move[0]));
    }
  }

  static long edge(int from, int to) {
    return (long) from << 32 | to;
  }

  private int number(Block block) {
    return blockNumbers.getOrDefault(block, -1);
  }

  private Code decode(Instruction i, Scenario scenario, Map<String, Integer> barriers)
      throws ExploreException {
    return switch (i) {
      case Binary x -> operands(new Code(Code.Kind.BINARY, i), x);
      case Compare x -> operands(new Code(Code.Kind.COMPARE, i), x);
      case Cast x -> operands(new Code(Code.Kind.CAST, i), x);
      case Select x -> operands(new Code(Code.Kind.SELECT, i), x);
      case Unary x -> function(operands(new Code(Code.Kind.APPLY, i), x));
      case Intrinsic x -> function(operands(new Code(Code.Kind.APPLY, i), x));
      case Trap x -> new Code(Code.Kind.DROP, i);
      case PointerAdd x -> operands(new Code(Code.Kind.POINTER_ADD, i), x);
      case Load x -> access(operands(new Code(Code.Kind.LOAD, i), x), x.type().byteSize());
      case Store x when !x.components().isEmpty() -> throw unsupported(i);
      case Store x ->
          access(swapped(operands(new Code(Code.Kind.STORE, i), x)), x.value().type().byteSize());
      case AtomicLoad x -> {
        Code code = access(operands(new Code(Code.Kind.ATOMIC_LOAD, i), x), x.type().byteSize());
        yield ordered(code, x.order(), x.scope());
      }
      case AtomicStore x -> {
        Code code =
            access(
                swapped(operands(new Code(Code.Kind.ATOMIC_STORE, i), x)),
                x.value().type().byteSize());
        yield ordered(code, x.order(), x.scope());
      }
      case AtomicRmw x -> {
        Code code = access(operands(new Code(Code.Kind.RMW, i), x), x.type().byteSize());
        yield ordered(code, x.order(), x.scope());
      }
      case AtomicCompareExchange x -> {
        Code code = access(operands(new Code(Code.Kind.EXCHANGE, i), x), x.type().byteSize());
        code.failureOrder = order(x.failureOrder());
        yield ordered(code, x.order(), x.scope());
      }
      case Fence x -> {
        Code code = ordered(new Code(Code.Kind.FENCE, i), x.order(), x.scope());
        yield regions(code, x.flags());
      }
      case Barrier x -> {
        Code code = regions(new Code(Code.Kind.BARRIER, i), x.flags());
        code.scope = scope(x.scope());
        String name = scenario.barriers().getOrDefault(i, "@" + System.identityHashCode(i));
        code.barrier = barriers.computeIfAbsent(name, k -> barriers.size());
        yield code;
      }
      case Branch x -> jump(new Code(Code.Kind.BRANCH, i), x.successors());
      case ConditionalBranch x -> {
        Code code = jump(operands(new Code(Code.Kind.CONDITION, i), x), x.successors());
        code.undefinedCondition = x.condition() instanceof UndefConstant;
        yield code;
      }
      case Return x -> new Code(Code.Kind.RETURN, i);
      case Switch x -> throw unsupported(i);
      default -> throw unsupported(i);
    };
  }

  /**
   * Returns whether the thread may, from a place on, write a location.
   *
   * @param including whether the instruction at that place counts
   * @param memory the memory that it is in
   * @param address its address
   */
  public boolean mayWrite(int block, int index, boolean including, int memory, long address) {
    Code[] list = blocks.get(block);
    for (int i = including ? index : index + 1; i < list.length; i++) {
      if (mayWrite(list[i], memory, address)) {
        return true;
      }
    }
    for (int next : list[list.length - 1].targets) {
      Written written = writesFrom(next);
      if (written.somewhere().get(memory)
          || written.somewhere().get(ANY)
          || written.addresses().contains(address)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The writes from a block on.
   *
   * @param somewhere the memories that are written at addresses that are not known before
   * @param addresses those that are known
   */
  private record Written(BitSet somewhere, Set<Long> addresses) {}

  private static final int ANY = 1 << 20;

  private Written writesFrom(int block) {
    Written known = writesFrom.get(block);
    if (known == null) {
      known = new Written(new BitSet(), new HashSet<>());
      for (Code c : loops.from(block, 0)) {
        if (c.writes()) {
          int memory = target(c);
          if (memory != PRIVATE_ONLY && fixed.get(c.a)) {
            known.addresses().add(template.get(c.a));
          } else if (memory != PRIVATE_ONLY) {
            known.somewhere().set(memory < 0 ? ANY : memory);
          }
        }
      }
      writesFrom.put(block, known);
    }
    return known;
  }

  private boolean mayWrite(Code c, int memory, long address) {
    return mayWrite(c, memory) && (!fixed.get(c.a) || template.get(c.a) == address);
  }

  /** The instructions from a place on that may write a memory. */
  public List<Code> writesFrom(int block, int index, int memory) {
    return loops.from(block, index).stream().filter(c -> mayWrite(c, memory)).toList();
  }

  /** Returns whether the thread may, from a place on, write a cell of its private memory. */
  public boolean mayWriteCell(int block, int index, int cell) {
    for (Code c : loops.from(block, index)) {
      if (c.writes() && (target(c) == -1 || (target(c) == PRIVATE_ONLY && cellOf(c) == cell))) {
        return true;
      }
    }
    return false;
  }

  private int cellOf(Code c) {
    return cell(template.get(base(c)));
  }

  /** Returns whether an instruction may write a memory. */
  public boolean mayWrite(Code c, int memory) {
    if (!c.writes()) {
      return false;
    }
    int target = target(c);
    return target == memory || target == -1;
  }

  /** Returns whether it has a barrier. */
  public boolean hasBarrier() {
    return blocks.stream().flatMap(Arrays::stream).anyMatch(c -> c.kind == Code.Kind.BARRIER);
  }

  /**
   * Returns whether no other thread can find a fault in what it does: only atomic accesses and
   * fences.
   */
  public boolean onlyAtomic() {
    for (Code[] list : blocks) {
      for (Code c : list) {
        boolean plain = c.kind == Code.Kind.LOAD || c.kind == Code.Kind.STORE;
        if (c.kind == Code.Kind.BARRIER || (plain && target(c) != PRIVATE_ONLY)) {
          return false;
        }
      }
    }
    return true;
  }

  private static final int PRIVATE_ONLY = -2;

  /** The memory that an access goes to, -1 if it may be any, -2 if it is private. */
  private int target(Code c) {
    int slot = base(c);
    if (slot < 0 || !fixed.get(slot)) {
      return -1;
    }
    long value = template.get(slot);
    return AddressLayout.isPrivate(value) ? PRIVATE_ONLY : AddressLayout.memory(value);
  }

  /** The slot of the pointer that an access's address is computed from. */
  private int base(Code c) {
    int slot = c.a;
    while (slot >= 0 && pointerOf.containsKey(slot)) {
      slot = pointerOf.get(slot);
    }
    return slot;
  }

  private static ExploreException unsupported(Instruction i) {
    return new ExploreException(
        "instruction " + i.mnemonic() + " cannot be explored", i.location());
  }

  private Code operands(Code code, Instruction i) throws ExploreException {
    List<Value> list = i.operands();
    code.a = slot(list.get(0));
    code.b = list.size() > 1 ? slot(list.get(1)) : -1;
    code.c = list.size() > 2 ? slot(list.get(2)) : -1;
    return code;
  }

  private static Code function(Code code) throws ExploreException {
    code.function = Arithmetic.function(code.source);
    return code;
  }

  /** Returns the cells of a piece of private memory, of which one is given; none if -1. */
  int[] piece(int cell) {
    var first = sizes.floorEntry(cell);
    return first == null || cell < 0
        ? new int[] {0, 0}
        : new int[] {first.getKey(), first.getKey() + first.getValue()};
  }

  /** Returns the cell at an address of private memory, -1 if there is none. */
  public int cell(long address) {
    int first = AddressLayout.memory(address);
    long offset = AddressLayout.offset(address);
    Integer size = sizes.get(first);
    return size == null || offset < 0 || offset >= size ? -1 : first + (int) offset;
  }

  /** Stores have the value first; every access has its pointer in {@code a}. */
  private static Code swapped(Code code) {
    int value = code.a;
    code.a = code.b;
    code.b = value;
    return code;
  }

  private static Code access(Code code, long bytes) {
    code.bytes = (int) bytes;
    return code;
  }

  private static Code ordered(
      Code code, dev.barnacle.ir.MemoryOrder order, dev.barnacle.ir.MemoryScope scope) {
    code.order = order(order);
    code.scope = scope(scope);
    return code;
  }

  private static Code regions(Code code, Set<FenceFlag> flags) {
    code.global = flags.contains(FenceFlag.GLOBAL);
    code.local = flags.contains(FenceFlag.LOCAL);
    return code;
  }

  private Code jump(Code code, List<Block> targets) {
    code.targets = targets.stream().mapToInt(this::number).toArray();
    return code;
  }

  private static MemoryOrder order(dev.barnacle.ir.MemoryOrder order) {
    return MemoryOrder.valueOf(order.name());
  }

  private static MemoryScope scope(dev.barnacle.ir.MemoryScope scope) {
    return MemoryScope.valueOf(scope.name());
  }
}
