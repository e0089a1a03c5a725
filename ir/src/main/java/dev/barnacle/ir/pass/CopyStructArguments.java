package dev.barnacle.ir.pass;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives each work-item its own copy of the structs that a kernel takes by value. */
public final class CopyStructArguments implements Pass {
  @Override
  public String name() {
    return "copy-struct-arguments";
  }

  @Override
  public String summary() {
    return "gives each work-item its own copy of structs passed by value";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function kernel : module.kernels()) {
      changed |= rewrite(kernel);
    }
    return changed;
  }

  private static boolean rewrite(Function kernel) {
    Map<Value, Alloca> copies = new LinkedHashMap<>();
    for (Parameter parameter : kernel.parameters()) {
      if (parameter.byValueBytes() > 0) {
        long alignment = Math.max(8, parameter.attributes().alignment());
        Alloca copy = new Alloca(parameter.byValueBytes(), alignment);
        copy.setDeclaration(parameter.declaration());
        copies.put(parameter, copy);
      }
    }
    for (Block block : kernel.blocks()) {
      block.instructions().forEach(i -> i.mapOperands(o -> replacement(copies, o)));
    }
    List<Instruction> entry = kernel.entry().instructions();
    int at = 0;
    for (Map.Entry<Value, Alloca> copy : copies.entrySet()) {
      Alloca target = copy.getValue();
      IntConstant size = new IntConstant(Types.I64, target.byteSize());
      long alignment = target.alignment();
      entry.add(at++, target);
      entry.add(at++, new MemoryCopy(target, copy.getKey(), size, alignment, alignment, false));
    }
    return !copies.isEmpty();
  }

  private static Value replacement(Map<Value, Alloca> copies, Value operand) {
    Alloca copy = copies.get(operand);
    return copy == null ? operand : copy;
  }
}
