package dev.barnacle.engine;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.CallGraph;
import java.util.HashSet;
import java.util.Set;

/**
 * The traits of a kernel's code that matter for the choice of a local size.
 *
 * @param cooperates its work-items wait for each other
 * @param seesGroups what it computes may depend on how the work-items are grouped
 * @param localBytes bytes of local memory that its own variables take
 */
public record KernelTraits(boolean cooperates, boolean seesGroups, long localBytes) {
  /** Looks through the kernel and the functions that it calls. */
  public static KernelTraits of(Function kernel) {
    boolean cooperates = false;
    boolean seesGroups = kernel.parameters().stream().anyMatch(KernelTraits::isLocal);
    Set<GlobalVariable> locals = new HashSet<>();
    for (Function function : CallGraph.reached(kernel)) {
      for (Instruction instruction : function.instructions()) {
        instruction.operands().forEach(o -> addLocal(o, locals));
        cooperates |= cooperates(instruction);
        seesGroups |= instruction instanceof WorkItemQuery query && seesGroups(query);
      }
    }
    long localBytes = locals.stream().mapToLong(GlobalVariable::byteSize).sum();
    return new KernelTraits(cooperates, cooperates || seesGroups, localBytes);
  }

  private static void addLocal(Value operand, Set<GlobalVariable> locals) {
    if (operand instanceof GlobalVariable variable && variable.space() == AddressSpace.LOCAL) {
      locals.add(variable);
    }
  }

  private static boolean isLocal(Parameter parameter) {
    return parameter.type() instanceof PointerType pointer && pointer.space() == AddressSpace.LOCAL;
  }

  private static boolean cooperates(Instruction instruction) {
    return instruction instanceof Barrier
        || instruction instanceof GroupOperation
        || instruction instanceof AsyncCopy;
  }

  private static boolean seesGroups(WorkItemQuery query) {
    return switch (query.kind()) {
      case WORK_DIM, GLOBAL_SIZE, GLOBAL_ID, GLOBAL_OFFSET, GLOBAL_LINEAR_ID -> false;
      default -> true;
    };
  }
}
