package dev.barnacle.ir.text;

import dev.barnacle.ir.AddressSpace;
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
import dev.barnacle.ir.Compare.Predicate;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.CycleCounter;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.FastMath;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
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
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Unreachable;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.Yield;
import dev.barnacle.ir.text.Token.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Parses the instructions of one function, each from its mnemonic on, without its location. */
final class InstructionParser {
  private final Tokens tokens;
  private final OperandParser operands;
  private final TypeParser types;
  private final Scope scope;
  private final Map<String, Function> functions;
  private final Map<String, Supplier<Instruction>> parsers = new HashMap<>();

  InstructionParser(
      Tokens tokens, OperandParser operands, Scope scope, Map<String, Function> functions) {
    this.tokens = tokens;
    this.operands = operands;
    this.types = new TypeParser(tokens);
    this.scope = scope;
    this.functions = functions;
    registerValues();
    registerMemory();
    registerGroups();
    registerControl();
  }

  private void registerValues() {
    for (Binary.Op op : Binary.Op.values()) {
      parsers.put(op.keyword(), () -> binary(op));
    }
    for (Unary.Op op : Unary.Op.values()) {
      parsers.put(op.keyword(), () -> unary(op));
    }
    for (Cast.Op op : Cast.Op.values()) {
      parsers.put(op.keyword(), () -> cast(op));
    }
    for (Intrinsic.Op op : Intrinsic.Op.values()) {
      parsers.put(op.keyword(), () -> intrinsic(op));
    }
    parsers.put("icmp", () -> compare(false));
    parsers.put("fcmp", () -> compare(true));
    parsers.put("select", this::select);
    parsers.put("extract", this::extract);
    parsers.put("insert", this::insert);
    parsers.put("shuffle", this::shuffle);
  }

  private void registerMemory() {
    parsers.put("alloca", this::alloca);
    parsers.put("ptradd", this::pointerAdd);
    parsers.put("load", this::load);
    parsers.put("store", this::store);
    parsers.put("memcpy", () -> copy(false));
    parsers.put("memmove", () -> copy(true));
    parsers.put("memset", this::fill);
    parsers.put("atomic.load", this::atomicLoad);
    parsers.put("atomic.store", this::atomicStore);
    parsers.put("atomic.rmw", this::atomicRmw);
    parsers.put("atomic.cmpxchg", this::compareExchange);
    parsers.put("fence", this::fence);
    parsers.put("isspace", this::spaceTest);
  }

  private void registerGroups() {
    parsers.put("barrier", () -> new Barrier(group(), flags(), memoryScope()));
    parsers.put("yield", this::yieldTo);
    parsers.put("query", this::query);
    parsers.put("group", this::groupOperation);
    parsers.put("async.copy", this::asyncCopy);
    parsers.put("async.fence", () -> new AsyncFence(operands.exactly(1).getFirst()));
    parsers.put("wait.events", this::waitEvents);
    parsers.put("pipe", this::pipeOperation);
  }

  private void registerControl() {
    parsers.put("printf", this::printf);
    parsers.put("queue", this::queueOperation);
    parsers.put("trap", Trap::new);
    parsers.put("cycles", CycleCounter::new);
    parsers.put("call", this::call);
    parsers.put("phi", this::phi);
    parsers.put("br", () -> new Branch(label()));
    parsers.put("condbr", this::conditionalBranch);
    parsers.put("switch", this::switchOn);
    parsers.put("ret", this::ret);
    parsers.put("unreachable", Unreachable::new);
  }

  Instruction instruction() {
    Token token = tokens.peek();
    Supplier<Instruction> parser = token.kind() == Kind.WORD ? parsers.get(token.text()) : null;
    if (parser == null) {
      throw tokens.expected("an instruction");
    }
    tokens.next();
    return parser.get();
  }

  private Instruction binary(Binary.Op op) {
    boolean noUnsignedWrap = tokens.accept("nuw");
    boolean noSignedWrap = tokens.accept("nsw");
    Set<FastMath> fastMath = fastMath();
    List<Value> o = operands.exactly(2);
    return new Binary(op, o.get(0), o.get(1), fastMath, noSignedWrap, noUnsignedWrap);
  }

  private Instruction unary(Unary.Op op) {
    Set<FastMath> fastMath = fastMath();
    return new Unary(op, operands.one(), fastMath);
  }

  private Instruction cast(Cast.Op op) {
    Value operand = operands.one();
    tokens.expect("to");
    return new Cast(op, operand, types.valueType());
  }

  private Instruction intrinsic(Intrinsic.Op op) {
    Set<FastMath> fastMath = fastMath();
    return new Intrinsic(op, operands.exactly(op.arity()), fastMath);
  }

  private Instruction compare(boolean floating) {
    Set<FastMath> fastMath = fastMath();
    Predicate predicate = predicate(floating);
    List<Value> o = operands.exactly(2);
    return new Compare(predicate, o.get(0), o.get(1), fastMath);
  }

  private Predicate predicate(boolean floating) {
    for (Predicate predicate : Predicate.values()) {
      if (predicate.isFloat() == floating && tokens.accept(predicate.keyword())) {
        return predicate;
      }
    }
    throw tokens.expected(
        floating ? "a comparison of floating-point numbers" : "a comparison of integers");
  }

  private Instruction select() {
    List<Value> o = operands.exactly(3);
    return new Select(o.get(0), o.get(1), o.get(2));
  }

  private Instruction extract() {
    List<Value> o = operands.exactly(2);
    return new ExtractElement(o.get(0), o.get(1));
  }

  private Instruction insert() {
    List<Value> o = operands.exactly(3);
    return new InsertElement(o.get(0), o.get(1), o.get(2));
  }

  private Instruction shuffle() {
    Token start = tokens.peek();
    List<Value> o = operands.exactly(2);
    if (!(o.get(0).type() instanceof VectorType)) {
      throw tokens.error(start, "expected a vector");
    }
    tokens.expect(",");
    tokens.expect("mask");
    return new Shuffle(o.get(0), o.get(1), lanes());
  }

  private List<Integer> lanes() {
    tokens.expect("[");
    List<Integer> lanes = new ArrayList<>();
    do {
      lanes.add(tokens.smallNumber("a lane"));
    } while (tokens.accept(","));
    tokens.expect("]");
    return lanes;
  }

  private Instruction fence() {
    boolean implicit = tokens.accept("implicit");
    return new Fence(flags(), order(), memoryScope(), implicit);
  }

  private Instruction alloca() {
    Alloca alloca = new Alloca(tokens.number("a size in bytes"), align());
    alloca.setDeclaration(new DeclarationParser(tokens).optional());
    return alloca;
  }

  private Instruction pointerAdd() {
    boolean inBounds = tokens.accept("inbounds");
    List<Value> o = operands.exactly(2);
    return new PointerAdd(o.get(0), o.get(1), inBounds);
  }

  private Instruction load() {
    boolean isVolatile = tokens.accept("volatile");
    Type type = types.valueType();
    tokens.expect(",");
    return new Load(type, operands.one(), align(), isVolatile);
  }

  private Instruction store() {
    boolean isVolatile = tokens.accept("volatile");
    List<Value> o = operands.exactly(2);
    long alignment = align();
    List<Integer> components = tokens.accept("only") ? lanes() : List.of();
    return new Store(o.get(0), o.get(1), alignment, isVolatile, components);
  }

  private Instruction copy(boolean overlapping) {
    List<Value> o = operands.exactly(3);
    return new MemoryCopy(o.get(0), o.get(1), o.get(2), align(), align(), overlapping);
  }

  private Instruction fill() {
    List<Value> o = operands.exactly(3);
    return new MemoryFill(o.get(0), o.get(1), o.get(2), align());
  }

  private Instruction atomicLoad() {
    Type type = types.valueType();
    tokens.expect(",");
    Value pointer = operands.one();
    tokens.expect(",");
    return new AtomicLoad(type, pointer, order(), memoryScope());
  }

  private Instruction atomicStore() {
    List<Value> o = operands.exactly(2);
    tokens.expect(",");
    return new AtomicStore(o.get(0), o.get(1), order(), memoryScope());
  }

  private Instruction atomicRmw() {
    AtomicRmw.Op op =
        tokens.keyword(AtomicRmw.Op.class, AtomicRmw.Op::keyword, "an atomic operation");
    List<Value> o = operands.exactly(2);
    tokens.expect(",");
    return new AtomicRmw(op, o.get(0), o.get(1), order(), memoryScope());
  }

  private Instruction compareExchange() {
    boolean weak = tokens.accept("weak");
    List<Value> o = operands.exactly(3);
    tokens.expect(",");
    return new AtomicCompareExchange(
        o.get(0), o.get(1), o.get(2), order(), order(), memoryScope(), weak);
  }

  private Instruction spaceTest() {
    AddressSpace space =
        tokens.keyword(AddressSpace.class, AddressSpace::keyword, "an address space");
    return new AddressSpaceTest(operands.one(), space);
  }

  private Instruction yieldTo() {
    return new Yield(tokens.keyword(Yield.Kind.class, Yield.Kind::keyword, "a kind of yield"));
  }

  private Instruction query() {
    WorkItemQuery.Kind kind =
        tokens.keyword(WorkItemQuery.Kind.class, WorkItemQuery.Kind::keyword, "a query");
    return kind.dimensional() ? new WorkItemQuery(kind, operands.one()) : new WorkItemQuery(kind);
  }

  private Instruction groupOperation() {
    Barrier.Kind group = group();
    GroupOperation.Op op =
        tokens.keyword(GroupOperation.Op.class, GroupOperation.Op::keyword, "a group operation");
    GroupOperation.Combine combine =
        types.atType()
            ? GroupOperation.Combine.NONE
            : tokens.keyword(
                GroupOperation.Combine.class, GroupOperation.Combine::keyword, "a combination");
    return new GroupOperation(group, op, combine, operands.list());
  }

  private Instruction asyncCopy() {
    tokens.expect("element");
    long elementBytes = tokens.number("a size in bytes");
    tokens.expect(",");
    List<Value> o = operands.exactly(6);
    return new AsyncCopy(o.get(0), o.get(1), o.get(2), o.get(3), o.get(4), o.get(5), elementBytes);
  }

  private Instruction waitEvents() {
    List<Value> o = operands.exactly(2);
    return new WaitEvents(o.get(0), o.get(1));
  }

  private Instruction pipeOperation() {
    PipeOperation.Op op =
        tokens.keyword(PipeOperation.Op.class, PipeOperation.Op::keyword, "an operation");
    PipeOperation.Owner owner =
        tokens.keyword(PipeOperation.Owner.class, PipeOperation.Owner::keyword, "an owner");
    tokens.expect("packet");
    long packetBytes = tokens.number("a size in bytes");
    tokens.expect(",");
    return new PipeOperation(op, owner, packetBytes, operands.exactly(op.arity()));
  }

  private Instruction printf() {
    String format = tokens.string("a format");
    return new Printf(format, tokens.accept(",") ? operands.list() : List.of());
  }

  private Instruction queueOperation() {
    QueueOperation.Op op =
        tokens.keyword(
            QueueOperation.Op.class, QueueOperation.Op::keyword, "an operation on a queue");
    Function kernel = op.isOfKernel() ? function() : null;
    if (kernel != null && op.arity() > 0) {
      tokens.expect(",");
    }
    List<Value> o = op.arity() == 0 ? List.of() : operands.exactly(op.arity());
    return new QueueOperation(op, kernel, o);
  }

  private Function function() {
    Token name = tokens.expect(Kind.GLOBAL, "a function");
    Function function = functions.get(name.text());
    if (function == null) {
      throw tokens.error(name, "no function " + name.shown());
    }
    return function;
  }

  private Instruction call() {
    Function callee = function();
    tokens.expect("(");
    List<Value> arguments = tokens.at(")") ? List.of() : operands.list();
    tokens.expect(")");
    return new Call(callee, arguments);
  }

  private Instruction phi() {
    Type type = types.valueType();
    Phi phi = new Phi(type);
    do {
      tokens.expect("(");
      Value value = operands.operand(type);
      tokens.expect(",");
      phi.addIncoming(value, label());
      tokens.expect(")");
    } while (tokens.accept(","));
    return phi;
  }

  private Instruction conditionalBranch() {
    Value condition = operands.one();
    tokens.expect(",");
    Block whenTrue = label();
    tokens.expect(",");
    return new ConditionalBranch(condition, whenTrue, label());
  }

  private Instruction switchOn() {
    Value value = operands.one();
    tokens.expect(",");
    Block defaultTarget = label();
    tokens.expect(",");
    tokens.expect("[");
    List<Long> cases = new ArrayList<>();
    List<Block> targets = new ArrayList<>();
    while (!tokens.accept("]")) {
      cases.add(tokens.number("a case"));
      tokens.expect(":");
      targets.add(label());
      if (!tokens.at("]")) {
        tokens.expect(",");
      }
    }
    return new Switch(value, defaultTarget, cases, targets);
  }

  /** A value to return stands on the same line; what looks like a type later may be a label. */
  private Instruction ret() {
    return types.atType() && !tokens.startsLine() ? new Return(operands.one()) : new Return();
  }

  private Block label() {
    if (tokens.peek().kind() != Kind.WORD && tokens.peek().kind() != Kind.STRING) {
      throw tokens.expected("a block");
    }
    return scope.block(tokens.next());
  }

  private long align() {
    tokens.expect(",");
    tokens.expect("align");
    return tokens.number("an alignment in bytes");
  }

  private Set<FastMath> fastMath() {
    Set<FastMath> flags = EnumSet.noneOf(FastMath.class);
    for (FastMath flag : FastMath.values()) {
      if (tokens.accept(flag.keyword())) {
        flags.add(flag);
      }
    }
    return flags;
  }

  private Set<FenceFlag> flags() {
    Set<FenceFlag> flags = EnumSet.noneOf(FenceFlag.class);
    tokens.expect("{");
    while (!tokens.accept("}")) {
      flags.add(tokens.keyword(FenceFlag.class, FenceFlag::keyword, "a fence flag"));
      if (!tokens.at("}")) {
        tokens.expect(",");
      }
    }
    return flags;
  }

  private Barrier.Kind group() {
    return tokens.keyword(Barrier.Kind.class, Barrier.Kind::keyword, "a group");
  }

  private MemoryOrder order() {
    return tokens.keyword(MemoryOrder.class, MemoryOrder::keyword, "a memory order");
  }

  private MemoryScope memoryScope() {
    return tokens.keyword(MemoryScope.class, MemoryScope::keyword, "a memory scope");
  }
}
