package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.KernelCode;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.item.Place;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The code of one work-item as a function of its own: calls inlined, arguments, ids and sizes put
 * in, and what follows from these left out. Its parameters are the memory objects of the launch.
 */
final class WorkItemCode {
  /** The mistakes that a work-item may make by itself. */
  enum Mistake {
    ASSERTION,
    ZERO_DIVISION,
    QUOTIENT
  }

  /**
   * A place where it does.
   *
   * @param at the instruction
   */
  record Trap(Mistake mistake, Instruction at) {}

  /** The value of {@link #failed} where control came to an unreachable place. */
  static final int UNREACHABLE = -1;

  /** The value of {@link #failed} where an assumption is false. */
  static final int UNMET = -2;

  private final KernelCode code;
  private final Place place;
  private final IrBuilder builder;
  private final Function function;
  private final Alloca failed;
  private final List<Trap> traps = new ArrayList<>();
  private final List<MemoryObject> objects;
  private final IdentityHashMap<Alloca, byte[]> structs = new IdentityHashMap<>();
  private final IdentityHashMap<Instruction, String> barriers = new IdentityHashMap<>();
  private final Map<Value, Value> variables = new HashMap<>();
  private Value spurious = IntConstant.FALSE;
  private boolean drops;

  WorkItemCode(Function kernel, KernelCode code, Place place, List<MemoryObject> objects)
      throws ExploreException {
    this.code = code;
    this.place = place;
    this.objects = objects;
    List<Parameter> parameters = new ArrayList<>();
    for (MemoryObject o : objects) {
      parameters.add(
          new Parameter(
              o.name(), new PointerType(o.space()), parameters.size(), Parameter.Attributes.NONE));
    }
    function = new Function(kernel.name(), Types.VOID, parameters, null, null);
    builder = new IrBuilder(function.newBlock("entry"));
    failed = builder.alloca(4, 4);
    builder.store(new IntConstant(Types.I32, 0), failed);
    new InlinedBody(this, kernel, arguments(kernel), 0, "").emit();
    builder.ret();
  }

  /** Returns the code. */
  Function function() {
    return function;
  }

  /** Returns where it keeps the number of the trap that it came to, from 1; 0 for none. */
  Alloca failed() {
    return failed;
  }

  /** Returns the traps by their numbers, from 1. */
  List<Trap> traps() {
    return traps;
  }

  /** Returns the private memory that holds something at first, and what. */
  Map<Alloca, byte[]> structs() {
    return structs;
  }

  /**
   * Notes which instruction one was made of.
   *
   * @param path the calls that it is in
   */
  void copied(Instruction original, Instruction copy, String path) {
    if (copy instanceof Barrier) {
      barriers.put(copy, path + System.identityHashCode(original));
    }
  }

  /** Returns which barrier of the kernel each is: the same for those that come to it alike. */
  Map<Instruction, String> barriers() {
    return barriers;
  }

  IrBuilder builder() {
    return builder;
  }

  Place place() {
    return place;
  }

  /** Adds an instruction, unless what it gives is known; returns that or the instruction. */
  Value emit(Instruction instruction) {
    Value known = Folding.of(instruction);
    return known == null ? builder.add(instruction) : known;
  }

  /** Ends the work-item as an assertion does that fails, or an unreachable place. */
  void fail(@Nullable Instruction trap) {
    int number = UNREACHABLE;
    if (trap != null) {
      traps.add(new Trap(Mistake.ASSERTION, trap));
      number = traps.size();
    }
    end(number);
  }

  private void end(int number) {
    builder.store(new IntConstant(Types.I32, number), failed);
    builder.ret();
  }

  /** Notes that something is wrong, if a value is true, and goes on. */
  void note(Value wrong, Mistake mistake, Instruction at) {
    traps.add(new Trap(mistake, at));
    Value before = builder.load(Types.I32, failed);
    builder.store(
        emit(new Select(wrong, new IntConstant(Types.I32, traps.size()), before)), failed);
  }

  /**
   * Ends the work-item if a number is 0. Of the execution, faults alone count then; where others
   * would miss it at a barrier, not even these.
   */
  void assume(Value number) {
    if (number instanceof IntConstant known && known.value() != 0) {
      return;
    }
    Block other = function.newBlock("unmet");
    Block after = function.newBlock("assumed");
    IntConstant zero = new IntConstant((IntType) number.type(), 0);
    builder.branch(builder.compare(Compare.Predicate.NE, number, zero), after, other);
    builder.setBlock(other);
    if (code.has(Op.Kind.BARRIER)) {
      drops = true;
      drop();
    } else {
      end(UNMET);
    }
    builder.setBlock(after);
  }

  /** Returns whether executions in which an assumption is false are left out. */
  boolean drops() {
    return drops;
  }

  /** Ends the execution: it is none that is looked at. */
  void drop() {
    builder.add(new dev.barnacle.ir.Trap());
    builder.ret();
  }

  /**
   * Adds a weak compare-exchange, which may fail though it reads what it expects: then it is a load
   * of that value.
   */
  Value weak(AtomicCompareExchange x, Value pointer, Value expected, Value desired) {
    Block strong = function.newBlock("strong");
    Block failing = function.newBlock("spurious");
    Block other = function.newBlock("other");
    Block after = function.newBlock("after");
    builder.branch(new UndefConstant(Types.I1), strong, failing);
    builder.setBlock(strong);
    Value exchanged =
        builder.add(
            new AtomicCompareExchange(
                pointer, expected, desired, x.order(), x.failureOrder(), x.scope(), false));
    builder.branch(after);
    builder.setBlock(failing);
    Value read = builder.add(new AtomicLoad(x.type(), pointer, x.failureOrder(), x.scope()));
    builder.branch(builder.compare(Compare.Predicate.EQ, read, expected), after, other);
    builder.setBlock(other);
    drop();
    builder.setBlock(after);
    Phi old = builder.phi(x.type());
    old.addIncoming(exchanged, strong);
    old.addIncoming(read, failing);
    Phi spurious = builder.phi(Types.I1);
    spurious.addIncoming(IntConstant.FALSE, strong);
    spurious.addIncoming(IntConstant.TRUE, failing);
    this.spurious = spurious;
    return old;
  }

  /** Returns whether the last weak compare-exchange has failed for no reason. */
  Value spurious() {
    return spurious;
  }

  private List<Value[]> arguments(Function kernel) throws ExploreException {
    List<Value[]> values = new ArrayList<>();
    int register = 0;
    for (Parameter p : kernel.parameters()) {
      Value[] lanes = new Value[p.type().lanes()];
      for (int k = 0; k < lanes.length; k++) {
        long bits = place.arguments()[register++];
        lanes[k] = p.byValueBytes() > 0 ? struct(bits, p) : value(bits, p.type().scalar());
      }
      values.add(lanes);
    }
    return values;
  }

  /** Makes the private memory of a struct that is passed by value. */
  private Value struct(long address, Parameter p) {
    int at = (int) Address.offset(address);
    int bytes = (int) p.byValueBytes();
    Alloca memory = builder.alloca(bytes, Math.max(8, p.attributes().alignment()));
    structs.put(memory, Arrays.copyOfRange(place.structs(), at, at + bytes));
    return memory;
  }

  private Value value(long bits, Type type) {
    return type instanceof PointerType && bits != 0 ? pointer(bits) : Folding.constant(type, bits);
  }

  /** Returns what memory that nobody writes holds at a place that is known; null for any other. */
  @Nullable Value constant(Value pointer, Type type) {
    return switch (pointer) {
      case Parameter p -> constant(p, 0, type);
      case PointerAdd a
          when a.operand(0) instanceof Parameter p && a.operand(1) instanceof IntConstant offset ->
          constant(p, offset.value(), type);
      default -> null;
    };
  }

  private @Nullable Value constant(Parameter base, long offset, Type type) {
    MemoryObject object = objects.get(base.index());
    int bytes = (int) type.byteSize();
    if (!object.constant() || offset < 0 || offset + bytes > object.size()) {
      return null;
    }
    long bits = 0;
    for (int k = 0; k < bytes && offset + k < object.initial().length; k++) {
      bits |= (object.initial()[(int) offset + k] & 0xffL) << (8 * k);
    }
    return value(bits, type);
  }

  private Value pointer(long address) {
    Value base = function.parameters().get(Address.object(address) - 1);
    long offset = Address.offset(address);
    return emit(new PointerAdd(base, new IntConstant(Types.I64, offset), true));
  }

  /** Returns what stands for a program-scope variable or one in local memory. */
  Value variable(GlobalVariable variable) throws ExploreException {
    Value known = variables.get(variable);
    if (known == null) {
      Integer index = code.variables().get(variable);
      if (index == null) {
        throw new ExploreException("explore does not know " + variable.name(), null);
      }
      known = pointer(place.constants()[index]);
      variables.put(variable, known);
    }
    return known;
  }
}
