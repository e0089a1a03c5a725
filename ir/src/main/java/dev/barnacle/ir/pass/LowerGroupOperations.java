package dev.barnacle.ir.pass;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Replaces the collective operations of work-groups by barriers and a hidden local variable. Each
 * work-item writes its value to its own place there; after a barrier the first work-item combines
 * them in the order of their local linear ids, so that floating-point results do not depend on
 * timing; after another one each work-item reads its result, and a last barrier frees the variable
 * for the next operation. The variable has room for the largest work-group, or for that of {@code
 * reqd_work_group_size}. Operations of sub-groups stay.
 */
public final class LowerGroupOperations implements Pass {
  /** The end of the name of a kernel's hidden variable; no variable of a program has it. */
  private static final String HIDDEN = "..group";

  private final int maxWorkGroupSize;

  /**
   * Makes the pass for a device.
   *
   * @param maxWorkGroupSize work-items of a work-group at most
   */
  public LowerGroupOperations(int maxWorkGroupSize) {
    this.maxWorkGroupSize = maxWorkGroupSize;
  }

  @Override
  public String name() {
    return "lower-group-operations";
  }

  @Override
  public String summary() {
    return "replaces work-group collectives by barriers and hidden local variables";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function function : module.functions()) {
      changed |= run(module, function);
    }
    return changed;
  }

  private boolean run(Module module, Function function) {
    List<GroupOperation> operations =
        function.instructions().stream()
            .filter(GroupOperation.class::isInstance)
            .map(GroupOperation.class::cast)
            .filter(operation -> operation.group() == Barrier.Kind.WORK_GROUP)
            .toList();
    if (operations.isEmpty()) {
      return false;
    }
    GlobalVariable scratch = scratch(module, function, operations);
    Map<Value, Value> results = new HashMap<>();
    for (GroupOperation operation : operations) {
      Block block = blockOf(function, operation);
      results.put(operation, new GroupLowering(function, operation, scratch).replace(block));
    }
    for (Block block : function.blocks()) {
      block.instructions().forEach(i -> i.mapOperands(v -> results.getOrDefault(v, v)));
    }
    return true;
  }

  private static Block blockOf(Function function, Instruction instruction) {
    for (Block block : function.blocks()) {
      if (block.instructions().contains(instruction)) {
        return block;
      }
    }
    throw new IllegalArgumentException("not in " + function);
  }

  private GlobalVariable scratch(
      Module module, Function function, List<GroupOperation> operations) {
    long bytes = 0;
    long alignment = 1;
    for (GroupOperation operation : operations) {
      long size = operation.type().byteSize();
      boolean one = operation.op() == GroupOperation.Op.BROADCAST;
      bytes = Math.max(bytes, one ? size : size * workItems(function));
      alignment = Math.max(alignment, size);
    }
    String name = function.name() + HIDDEN;
    while (module.global(name).isPresent() || module.function(name).isPresent()) {
      name += ".1";
    }
    GlobalVariable variable = new GlobalVariable(name, AddressSpace.LOCAL, bytes, alignment, null);
    module.globals().add(variable);
    return variable;
  }

  private long workItems(Function function) {
    KernelInfo kernel = function.kernel();
    if (kernel == null || kernel.requiredWorkGroupSize().isEmpty()) {
      return maxWorkGroupSize;
    }
    long product = 1;
    for (int size : kernel.requiredWorkGroupSize()) {
      product *= size;
    }
    return product;
  }
}
