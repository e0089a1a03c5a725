package dev.barnacle.ir;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Fills one function: blocks with random edges, then instructions, then phis. */
final class RandomBody extends RandomParts {
  private final Module module;
  private final Function function;
  private final List<Function> callees;
  private final List<List<Value>> available = new ArrayList<>();
  private List<Value> pool = new ArrayList<>();
  private IrBuilder builder;

  /** Makes it of a function that is about to join the module's others. */
  RandomBody(RandomParts same, Module module, Function function) {
    super(same);
    this.module = module;
    this.function = function;
    this.callees = List.copyOf(module.functions());
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      function.newBlock(pick(NAMES));
    }
    this.builder = new IrBuilder(function.entry());
  }

  void fill() {
    pool.addAll(function.parameters());
    pool.addAll(module.globals());
    List<Value> fromEntry = pool;
    for (Block block : function.blocks()) {
      builder = new IrBuilder(block);
      pool = block == function.entry() ? fromEntry : new ArrayList<>(fromEntry);
      for (int i = random.nextInt(12); i > 0; i--) {
        add(instruction());
      }
      if (block == function.entry() && random.nextBoolean()) {
        Alloca alloca = new Alloca(random.nextInt(100), alignment());
        alloca.setDeclaration(declaration());
        add(alloca);
      }
      terminate();
      available.add(pool);
    }
    for (Block block : function.blocks()) {
      phis(block);
    }
  }

  private void phis(Block block) {
    List<Block> predecessors =
        function.blocks().stream().filter(b -> b.successors().contains(block)).toList();
    if (predecessors.isEmpty()) {
      return;
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      Type type = type();
      Phi phi = new Phi(type);
      for (Block predecessor : predecessors) {
        pool = available.get(function.blocks().indexOf(predecessor));
        phi.addIncoming(value(type), predecessor);
      }
      phi.setName(pick(NAMES));
      block.instructions().addFirst(phi);
    }
  }

  private void add(Instruction instruction) {
    if (instruction.hasResult()) {
      instruction.setName(pick(NAMES));
      pool.add(instruction);
    }
    if (random.nextInt(3) == 0) {
      instruction.setLocation(location());
    }
    builder.add(instruction);
  }

  private void terminate() {
    List<Block> targets = function.blocks().subList(1, function.blocks().size());
    int choice = targets.isEmpty() ? 3 + random.nextInt(2) : random.nextInt(5);
    add(
        switch (choice) {
          case 0 -> new Branch(pick(targets));
          case 1 -> new ConditionalBranch(value(Types.I1), pick(targets), pick(targets));
          case 2 ->
              new Switch(
                  value(Types.I8),
                  pick(targets),
                  List.of(-128L, 5L),
                  List.of(pick(targets), pick(targets)));
          case 3 ->
              function.returnType().equals(Types.VOID)
                  ? new Return()
                  : new Return(value(function.returnType()));
          default -> new Unreachable();
        });
  }

  private Value value(Type type) {
    List<Value> fitting = pool.stream().filter(v -> v.type().equals(type)).toList();
    return fitting.isEmpty() || random.nextInt(4) == 0 ? constant(type) : pick(fitting);
  }

  private List<Value> values(Type type, int count) {
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(value(type));
    }
    return values;
  }

  private Value pointer(boolean written) {
    AddressSpace space = pick(AddressSpace.class);
    boolean readOnly = space == AddressSpace.CONSTANT;
    return value(new PointerType(readOnly && written ? AddressSpace.GLOBAL : space));
  }

  private Instruction instruction() {
    return switch (random.nextInt(33)) {
      case 0, 1 -> binary();
      case 2 -> new Unary(Unary.Op.FNEG, value(floating()), some(FastMath.class));
      case 3 -> new Unary(Unary.Op.FREEZE, value(type()), Set.of());
      case 4, 5 -> compare();
      case 6, 7 -> cast();
      case 8 -> select();
      case 9, 10 -> intrinsic();
      case 11 -> vectorOperation();
      case 12 -> new PointerAdd(pointer(false), value(Types.I64), random.nextBoolean());
      case 13 -> new Load(type(), pointer(false), alignment(), random.nextBoolean());
      case 14 -> store();
      case 15 -> copy();
      case 16 -> new MemoryFill(pointer(true), value(Types.I8), value(Types.I64), alignment());
      case 17 -> atomicAccess();
      case 18 -> atomicUpdate();
      case 19 ->
          new Fence(
              EnumSet.of(pick(FenceFlag.class), pick(FenceFlag.class)),
              pick(MemoryOrder.class),
              pick(MemoryScope.class),
              random.nextBoolean());
      case 20 ->
          new Barrier(pick(Barrier.Kind.class), some(FenceFlag.class), pick(MemoryScope.class));
      case 21 -> query();
      case 22 -> group();
      case 23 -> asyncCopy();
      case 24 ->
          random.nextBoolean()
              ? new AsyncFence(value(Types.I32))
              : new WaitEvents(value(Types.I32), pointer(false));
      case 25 ->
          new AddressSpaceTest(
              value(new PointerType(AddressSpace.GENERIC)),
              pick(List.of(AddressSpace.PRIVATE, AddressSpace.LOCAL, AddressSpace.GLOBAL)));
      case 26 -> new Printf("%d \"\u00ff\\\n\t\u0001", values(type(), random.nextInt(3)));
      case 27 -> new Trap();
      case 28 -> new CycleCounter();
      case 29 -> queueOperation();
      case 30 -> new Yield(pick(Yield.Kind.class));
      case 31 -> pipe();
      default -> call();
    };
  }

  private Instruction pipe() {
    PipeOperation.Op op = pick(PipeOperation.Op.class);
    List<Value> operands = new ArrayList<>(List.of(value(new PointerType(AddressSpace.GLOBAL))));
    if (op.arity() > 1) {
      boolean reserves = op.arity() == 2 && op.result().equals(Types.I64);
      operands.add(value(reserves ? Types.I32 : Types.I64));
    }
    if (op.arity() > 2) {
      operands.add(value(Types.I32));
    }
    PipeOperation.Owner owner = pick(PipeOperation.Owner.class);
    return new PipeOperation(op, owner, 1 + random.nextInt(64), operands);
  }

  private Instruction binary() {
    Binary.Op op = pick(Binary.Op.class);
    Type type = op.isFloat() ? floating() : integer();
    boolean wraps =
        switch (op) {
          case ADD, SUB, MUL, SHL -> true;
          default -> false;
        };
    return new Binary(
        op,
        value(type),
        value(type),
        op.isFloat() ? some(FastMath.class) : Set.of(),
        wraps && random.nextBoolean(),
        wraps && random.nextBoolean());
  }

  private Instruction compare() {
    Compare.Predicate predicate = pick(Compare.Predicate.class);
    if (predicate.isFloat()) {
      Type type = floating();
      return new Compare(predicate, value(type), value(type), some(FastMath.class));
    }
    Type type = random.nextInt(4) == 0 ? new PointerType(pick(AddressSpace.class)) : integer();
    return new Compare(predicate, value(type), value(type), Set.of());
  }

  private Instruction cast() {
    Cast.Op op = pick(Cast.Op.class);
    Type shape = random.nextBoolean() ? Types.I1 : Types.I1.withLanes(lanes());
    Type pointer = like(new PointerType(AddressSpace.GLOBAL), shape);
    Type generic = like(new PointerType(AddressSpace.GENERIC), shape);
    Type wide = like(Types.I32, shape);
    return switch (op) {
      case TRUNC -> new Cast(op, value(wide), like(Types.I8, shape));
      case ZEXT, SEXT -> new Cast(op, value(shape), wide);
      case FPTRUNC -> new Cast(op, value(like(Types.F64, shape)), like(Types.F16, shape));
      case FPEXT -> new Cast(op, value(like(Types.F16, shape)), like(Types.F32, shape));
      case FPTOUI, FPTOSI -> new Cast(op, value(like(Types.F32, shape)), wide);
      case UITOFP, SITOFP -> new Cast(op, value(wide), like(Types.F64, shape));
      case PTRTOINT -> new Cast(op, value(pointer), like(Types.I64, shape));
      case INTTOPTR -> new Cast(op, value(wide), pointer);
      case BITCAST -> new Cast(op, value(wide), like(Types.F32, shape));
      case ADDRSPACECAST ->
          random.nextBoolean()
              ? new Cast(op, value(pointer), generic)
              : new Cast(op, value(generic), pointer);
    };
  }

  private Instruction select() {
    Type type = type();
    Type condition = random.nextBoolean() ? Types.I1.withLanes(type.lanes()) : Types.I1;
    return new Select(value(condition), value(type), value(type));
  }

  private Instruction intrinsic() {
    Intrinsic.Op op = pick(Intrinsic.Op.class);
    Type type = op.isFloat() ? floating() : integer();
    List<Value> operands = values(type, op.arity());
    if (op == Intrinsic.Op.POWI) {
      operands.set(1, value(Types.I32));
    } else if (op == Intrinsic.Op.LDEXP) {
      operands.set(1, value(like(Types.I32, type)));
    }
    return new Intrinsic(op, operands, op.isFloat() ? some(FastMath.class) : Set.of());
  }

  private Instruction vectorOperation() {
    Type type = scalar().withLanes(lanes());
    return switch (random.nextInt(3)) {
      case 0 -> new ExtractElement(value(type), value(Types.I32));
      case 1 -> new InsertElement(value(type), value(type.scalar()), value(Types.I64));
      default -> {
        List<Integer> mask = new ArrayList<>();
        for (int i = 1 + random.nextInt(16); i > 0; i--) {
          mask.add(random.nextInt(2 * type.lanes() + 1) - 1);
        }
        yield new Shuffle(value(type), value(type), mask);
      }
    };
  }

  private Instruction store() {
    Value value = value(type());
    List<Integer> components =
        value.type().lanes() > 1 && random.nextBoolean()
            ? List.of(0, value.type().lanes() - 1)
            : List.of();
    return new Store(value, pointer(true), alignment(), random.nextBoolean(), components);
  }

  private Instruction copy() {
    return new MemoryCopy(
        pointer(true),
        pointer(false),
        value(Types.I64),
        alignment(),
        alignment(),
        random.nextBoolean());
  }

  private Type atomic() {
    return pick(List.of(Types.I32, Types.I64, Types.F32, Types.F64));
  }

  private Instruction atomicAccess() {
    MemoryScope scope = pick(MemoryScope.class);
    if (random.nextBoolean()) {
      MemoryOrder order = pick(List.of(MemoryOrder.RELAXED, MemoryOrder.ACQUIRE));
      return new AtomicLoad(atomic(), pointer(false), order, scope);
    }
    MemoryOrder order = pick(List.of(MemoryOrder.SEQ_CST, MemoryOrder.RELEASE));
    return new AtomicStore(value(atomic()), pointer(true), order, scope);
  }

  private Instruction atomicUpdate() {
    MemoryScope scope = pick(MemoryScope.class);
    MemoryOrder order = pick(MemoryOrder.class);
    if (random.nextBoolean()) {
      AtomicRmw.Op op = pick(AtomicRmw.Op.class);
      Type type = op.compareTo(AtomicRmw.Op.FADD) >= 0 ? Types.F32 : Types.I64;
      return new AtomicRmw(op, pointer(true), value(type), order, scope);
    }
    Type type = atomic();
    return new AtomicCompareExchange(
        pointer(true),
        value(type),
        value(type),
        order,
        MemoryOrder.ACQUIRE,
        scope,
        random.nextBoolean());
  }

  private Instruction query() {
    WorkItemQuery.Kind kind = pick(WorkItemQuery.Kind.class);
    return kind.dimensional() ? new WorkItemQuery(kind, value(Types.I32)) : new WorkItemQuery(kind);
  }

  private Instruction group() {
    Barrier.Kind group = pick(Barrier.Kind.class);
    GroupOperation.Op op = pick(GroupOperation.Op.class);
    group = op.isNonUniform() ? Barrier.Kind.SUB_GROUP : group;
    List<Value> operands = new ArrayList<>();
    GroupOperation.Combine combine = GroupOperation.Combine.NONE;
    switch (op.uniform()) {
      case ALL, ANY -> operands.add(value(Types.I32));
      case BALLOT -> operands.add(value(Types.I64));
      case BROADCAST -> {
        operands.add(value(scalar()));
        boolean wide = group == Barrier.Kind.WORK_GROUP;
        operands.addAll(wide ? values(Types.I64, 3) : values(Types.I32, 1));
      }
      case BROADCAST_FIRST -> operands.add(value(scalar()));
      case SHUFFLE -> {
        operands.add(value(scalar()));
        operands.add(value(Types.I32));
      }
      default -> {
        operands.add(value(pick(List.of(Types.I32, Types.I64))));
        combine = pick(List.of(GroupOperation.Combine.values()).subList(1, 9));
        if (op == GroupOperation.Op.CLUSTERED_REDUCE) {
          operands.add(new IntConstant(Types.I32, 1L << random.nextInt(5)));
        }
      }
    }
    return new GroupOperation(group, op, combine, operands);
  }

  private Instruction asyncCopy() {
    List<Value> numbers = values(Types.I64, 3);
    return new AsyncCopy(
        value(new PointerType(AddressSpace.LOCAL)),
        value(new PointerType(AddressSpace.GLOBAL)),
        numbers.get(0),
        numbers.get(1),
        numbers.get(2),
        value(new OpaqueType(OpaqueType.Kind.EVENT)),
        1 + random.nextInt(64));
  }

  private Instruction queueOperation() {
    List<Function> blocks =
        callees.stream().filter(f -> f.kernel() != null && f.kernel().isBlock()).toList();
    QueueOperation.Op op = pick(QueueOperation.Op.class);
    if (op.isOfKernel() && blocks.isEmpty()) {
      return new CycleCounter();
    }
    Type queue = new OpaqueType(OpaqueType.Kind.QUEUE);
    Type event = new OpaqueType(OpaqueType.Kind.CLK_EVENT);
    List<Value> operands =
        switch (op) {
          case ENQUEUE_KERNEL ->
              List.of(
                  value(queue),
                  value(Types.I32),
                  pointer(false),
                  value(Types.I32),
                  pointer(false),
                  pointer(true),
                  pointer(false),
                  pointer(false));
          case ENQUEUE_MARKER ->
              List.of(value(queue), value(Types.I32), pointer(false), pointer(true));
          case SET_USER_EVENT_STATUS -> List.of(value(event), value(Types.I32));
          case RETAIN_EVENT, RELEASE_EVENT, IS_VALID_EVENT -> List.of(value(event));
          case CAPTURE_PROFILING_INFO -> List.of(value(event), value(Types.I32), pointer(true));
          case SUB_GROUP_COUNT, MAX_SUB_GROUP_SIZE -> List.of(pointer(false));
          default -> List.of();
        };
    return new QueueOperation(op, op.isOfKernel() ? pick(blocks) : null, operands);
  }

  private Instruction call() {
    if (callees.isEmpty()) {
      return new WorkItemQuery(WorkItemQuery.Kind.WORK_DIM);
    }
    Function callee = pick(callees);
    return new Call(callee, callee.parameters().stream().map(p -> value(p.type())).toList());
  }
}
