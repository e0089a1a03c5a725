package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.KernelCode;
import dev.barnacle.explore.internal.kernel.item.Place;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
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
  /** The value of {@link #failed} where control came to an unreachable place. */
  static final int UNREACHABLE = -1;

  private final KernelCode code;
  private final Place place;
  private final IrBuilder builder;
  private final Function function;
  private final Alloca failed;
  private final List<Instruction> traps = new ArrayList<>();
  private final IdentityHashMap<Instruction, Instruction> originals = new IdentityHashMap<>();
  private final IdentityHashMap<Instruction, String> barriers = new IdentityHashMap<>();
  private final Map<Value, Value> variables = new HashMap<>();

  WorkItemCode(Function kernel, KernelCode code, Place place, List<MemoryObject> objects)
      throws ExploreException {
    this.code = code;
    this.place = place;
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
  List<Instruction> traps() {
    return traps;
  }

  /** Returns the kernel's instruction that an instruction was made of. */
  @Nullable Instruction original(Instruction copy) {
    return originals.get(copy);
  }

  /**
   * Notes which instruction one was made of.
   *
   * @param path the calls that it is in
   */
  void copied(Instruction original, Instruction copy, String path) {
    originals.put(copy, original);
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

  /** Ends the work-item as an assertion does that fails, or an unreachable place. */
  void fail(@Nullable Instruction trap) {
    int number = UNREACHABLE;
    if (trap != null) {
      traps.add(trap);
      number = traps.size();
    }
    builder.store(new IntConstant(Types.I32, number), failed);
    builder.ret();
  }

  private List<Value> arguments(Function kernel) throws ExploreException {
    List<Value> values = new ArrayList<>();
    int register = 0;
    for (Parameter p : kernel.parameters()) {
      if (p.byValueBytes() > 0 || p.type().lanes() != 1 || kernel.isImage(p)) {
        throw new ExploreException(
            "a .cat file takes no kernel whose parameters are vectors, structs or images",
            kernel.location());
      }
      values.add(value(place.arguments()[register], p));
      register += p.type().lanes();
    }
    return values;
  }

  private Value value(long bits, Parameter p) throws ExploreException {
    if (p.type() instanceof IntType type) {
      return new IntConstant(type, bits);
    }
    if (p.type() instanceof PointerType type) {
      return bits == 0 ? new NullConstant(type) : pointer(bits);
    }
    throw new ExploreException(
        "a .cat file takes no kernel with a parameter of type " + p.type(), null);
  }

  private Value pointer(long address) {
    Value base = function.parameters().get(Address.object(address) - 1);
    long offset = Address.offset(address);
    return offset == 0 ? base : builder.pointerAdd(base, new IntConstant(Types.I64, offset));
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
