package dev.barnacle.ir.pass;

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
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.CycleCounter;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
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
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Trap;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Unreachable;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.Yield;
import java.util.List;

/** Copies of instructions. */
public final class InstructionCopy {
  private InstructionCopy() {}

  /**
   * Returns a copy with the same operands, successors, name and location, which stands in no block
   * yet. Whoever copies a whole region then maps the operands, successors and phi edges.
   */
  public static Instruction of(Instruction original) {
    Instruction copy = copy(original, original.operands());
    copy.setName(original.name());
    copy.setLocation(original.location());
    return copy;
  }

  /**
   * Returns an operation that works element by element (Binary, Unary, Compare, Cast, Select,
   * Intrinsic) on one element of each operand, at the same location.
   */
  static Instruction ofElement(Instruction original, List<Value> elements) {
    Instruction copy =
        original instanceof Cast cast
            ? new Cast(cast.op(), elements.getFirst(), cast.type().scalar())
            : copy(original, elements);
    copy.setLocation(original.location());
    return copy;
  }

  private static Instruction copy(Instruction original, List<Value> o) {
    return switch (original) {
      case Binary b ->
          new Binary(
              b.op(), o.get(0), o.get(1), b.fastMath(), b.noSignedWrap(), b.noUnsignedWrap());
      case Unary u -> new Unary(u.op(), o.get(0), u.fastMath());
      case Compare c -> new Compare(c.predicate(), o.get(0), o.get(1), c.fastMath());
      case Cast c -> new Cast(c.op(), o.get(0), c.type());
      case Select _ -> new Select(o.get(0), o.get(1), o.get(2));
      case Intrinsic i -> new Intrinsic(i.op(), o, i.fastMath());
      case ExtractElement _ -> new ExtractElement(o.get(0), o.get(1));
      case InsertElement _ -> new InsertElement(o.get(0), o.get(1), o.get(2));
      case Shuffle s -> new Shuffle(o.get(0), o.get(1), s.mask());
      case Alloca a -> alloca(a);
      case PointerAdd p -> new PointerAdd(o.get(0), o.get(1), p.inBounds());
      case Load l -> new Load(l.type(), o.get(0), l.alignment(), l.isVolatile());
      case Store s -> new Store(o.get(0), o.get(1), s.alignment(), s.isVolatile(), s.components());
      case MemoryCopy m ->
          new MemoryCopy(
              o.get(0),
              o.get(1),
              o.get(2),
              m.targetAlignment(),
              m.sourceAlignment(),
              m.overlapping());
      case MemoryFill m -> new MemoryFill(o.get(0), o.get(1), o.get(2), m.alignment());
      case AtomicLoad a -> new AtomicLoad(a.type(), o.get(0), a.order(), a.scope());
      case AtomicStore a -> new AtomicStore(o.get(0), o.get(1), a.order(), a.scope());
      case AtomicRmw a -> new AtomicRmw(a.op(), o.get(0), o.get(1), a.order(), a.scope());
      case AtomicCompareExchange a ->
          new AtomicCompareExchange(
              o.get(0), o.get(1), o.get(2), a.order(), a.failureOrder(), a.scope(), a.weak());
      case Fence f -> new Fence(f.flags(), f.order(), f.scope(), f.isImplicit());
      case Barrier b -> new Barrier(b.kind(), b.flags(), b.scope());
      case Yield y -> new Yield(y.kind());
      case WorkItemQuery q ->
          q.kind().dimensional()
              ? new WorkItemQuery(q.kind(), o.get(0))
              : new WorkItemQuery(q.kind());
      case GroupOperation g -> new GroupOperation(g.group(), g.op(), g.combine(), o);
      case AsyncCopy a ->
          new AsyncCopy(
              o.get(0), o.get(1), o.get(2), o.get(3), o.get(4), o.get(5), a.elementBytes());
      case AsyncFence _ -> new AsyncFence(o.getFirst());
      case WaitEvents _ -> new WaitEvents(o.get(0), o.get(1));
      case PipeOperation p -> new PipeOperation(p.op(), p.owner(), p.packetBytes(), o);
      case AddressSpaceTest t -> new AddressSpaceTest(o.get(0), t.space());
      case Trap _ -> new Trap();
      case CycleCounter _ -> new CycleCounter();
      case Printf p -> new Printf(p.format(), o);
      case QueueOperation q -> new QueueOperation(q.op(), q.kernel(), o);
      case Call c -> new Call(c.callee(), o);
      case Phi p -> phi(p);
      case Terminator t -> terminator(t);
    };
  }

  private static Phi phi(Phi original) {
    Phi copy = new Phi(original.type());
    for (int i = 0; i < original.operands().size(); i++) {
      copy.addIncoming(original.operand(i), original.predecessors().get(i));
    }
    return copy;
  }

  private static Terminator terminator(Terminator original) {
    return switch (original) {
      case Branch b -> new Branch(b.target());
      case ConditionalBranch c ->
          new ConditionalBranch(c.condition(), c.successors().get(0), c.successors().get(1));
      case Switch s ->
          new Switch(
              s.operand(0),
              s.defaultTarget(),
              s.cases(),
              s.successors().subList(1, s.successors().size()));
      case Return r -> r.operands().isEmpty() ? new Return() : new Return(r.operand(0));
      case Unreachable _ -> new Unreachable();
    };
  }

  private static Alloca alloca(Alloca source) {
    Alloca copy = new Alloca(source.byteSize(), source.alignment());
    copy.setDeclaration(source.declaration());
    return copy;
  }
}
