package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.QueueOperation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The decoded code of all functions that some kernels call. */
public final class KernelCode {
  /** The operand that nothing was given to; it is 0. */
  public static final int UNDEFINED = ~0;

  private final IdentityHashMap<Function, FunctionCode> functions = new IdentityHashMap<>();
  private final List<FunctionCode> order = new ArrayList<>();
  private final List<Long> constants = new ArrayList<>(List.of(0L));
  private final Map<Long, Integer> known = new HashMap<>();
  private final Map<GlobalVariable, Integer> variables = new LinkedHashMap<>();
  private final List<Op> ops = new ArrayList<>();
  private final Edits edits;
  private int loops;

  /**
   * Decodes kernels and what they call.
   *
   * @param edits what is changed in them
   * @throws ExploreException if they have something that cannot be explored
   */
  public KernelCode(List<Function> kernels, Edits edits) throws ExploreException {
    this.edits = edits;
    Deque<Function> roots = new ArrayDeque<>(kernels);
    while (!roots.isEmpty()) {
      declare(roots.pop(), new ArrayList<>(), roots);
    }
    for (FunctionCode code : order) {
      new Decoder(this, code).decode();
    }
  }

  /**
   * Declares a function and those that it calls.
   *
   * @param roots takes the kernels that they enqueue
   */
  private void declare(Function function, List<Function> callers, Deque<Function> roots)
      throws ExploreException {
    if (callers.contains(function)) {
      throw new ExploreException(
          "the function " + function.name() + " calls itself", function.location());
    }
    if (functions.containsKey(function)) {
      return;
    }
    if (function.blocks().isEmpty()) {
      throw new ExploreException(
          "the function " + function.name() + " has no body", function.location());
    }
    callers.add(function);
    for (Instruction i : function.instructions()) {
      if (i instanceof Call call) {
        declare(call.callee(), callers, roots);
      } else if (i instanceof QueueOperation queue && queue.kernel() != null) {
        roots.add(queue.kernel());
      }
    }
    callers.removeLast();
    FunctionCode code = new FunctionCode(function);
    functions.put(function, code);
    order.add(code);
  }

  /** Returns a function's code. */
  public FunctionCode of(Function function) {
    FunctionCode code = functions.get(function);
    if (code == null) {
      throw new IllegalArgumentException("no code of " + function);
    }
    return code;
  }

  /** Returns all functions, those first that are called by others. */
  public List<FunctionCode> functions() {
    return order;
  }

  /** Returns the operation of a number. */
  public Op op(int number) {
    return ops.get(number);
  }

  /** Returns all operations, by their numbers. */
  public List<Op> ops() {
    return ops;
  }

  /** Returns whether there is an operation of a kind. */
  public boolean has(Op.Kind kind) {
    return ops.stream().anyMatch(op -> op.kind == kind);
  }

  /** Returns how many loops there are. */
  public int loops() {
    return loops;
  }

  /**
   * Returns the variables that the code speaks of, and the constant that is the address of each.
   */
  public Map<GlobalVariable, Integer> variables() {
    return variables;
  }

  /** Returns the constants; the addresses of variables are still to be filled in. */
  public long[] constants() {
    return constants.stream().mapToLong(Long::longValue).toArray();
  }

  /** Returns the operand that stands for a constant. */
  int constant(long value) {
    return ~known.computeIfAbsent(value, v -> add(v));
  }

  /** Returns the operand that stands for the lanes of a constant. */
  int constants(List<Long> lanes) {
    if (lanes.size() == 1) {
      return constant(lanes.getFirst());
    }
    int first = constants.size();
    constants.addAll(lanes);
    return ~first;
  }

  private int add(long value) {
    constants.add(value);
    return constants.size() - 1;
  }

  /** Returns the operand that stands for a variable's address. */
  int variable(GlobalVariable variable) {
    return ~variables.computeIfAbsent(variable, v -> add(0));
  }

  Op op(Op.Kind kind, Instruction source) {
    Op op = new Op(kind, source, ops.size(), edits.of(source));
    ops.add(op);
    return op;
  }

  /** Returns what is changed in the program. */
  Edits edits() {
    return edits;
  }

  int nextLoop() {
    return loops++;
  }
}
