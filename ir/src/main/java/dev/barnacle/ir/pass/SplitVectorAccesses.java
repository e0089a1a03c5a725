package dev.barnacle.ir.pass;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Loads and stores the elements of vectors one by one in private variables that are also accessed
 * by parts of these vectors. A {@code float3} is stored as four elements, loaded as three, and its
 * components are read alone; with elements only, {@link PromoteVariables} can make values of them
 * (scalar replacement of aggregates).
 */
public final class SplitVectorAccesses implements Pass {
  @Override
  public String name() {
    return "split-vector-accesses";
  }

  @Override
  public String summary() {
    return "accesses the elements of vectors one by one in private variables";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function function : module.functions()) {
      changed |= run(function);
    }
    return changed;
  }

  private static boolean run(Function function) {
    Set<Instruction> chosen = new HashSet<>();
    for (List<VariableAccesses.Access> all : VariableAccesses.of(function).all().values()) {
      if (isMixed(all) && haveOneElement(all)) {
        all.stream()
            .filter(a -> a.type() instanceof VectorType)
            .forEach(a -> chosen.add(a.instruction()));
      }
    }
    if (chosen.isEmpty()) {
      return false;
    }
    Map<Value, Value> loaded = new HashMap<>();
    for (Block block : function.blocks()) {
      split(block, chosen, loaded);
    }
    for (Instruction instruction : function.instructions()) {
      instruction.mapOperands(o -> loaded.getOrDefault(o, o));
    }
    return true;
  }

  /** Returns whether accesses overlap without being the same. */
  private static boolean isMixed(List<VariableAccesses.Access> all) {
    Map<Long, Long> ends = new HashMap<>();
    for (VariableAccesses.Access access : all) {
      Long end = ends.put(access.offset(), access.end());
      if (end != null && end != access.end()) {
        return true;
      }
    }
    long before = 0;
    for (Long offset : ends.keySet().stream().sorted().toList()) {
      if (offset < before) {
        return true;
      }
      before = ends.getOrDefault(offset, 0L);
    }
    return false;
  }

  /** Returns whether all accesses are of elements of one size, at multiples of it. */
  private static boolean haveOneElement(List<VariableAccesses.Access> all) {
    long size = all.getFirst().type().scalar().byteSize();
    for (VariableAccesses.Access access : all) {
      Type element = access.type().scalar();
      boolean plain =
          element instanceof FloatType
              || (element instanceof IntType integer && integer.bits() == 8 * size);
      if (!plain || element.byteSize() != size || access.offset() % size != 0) {
        return false;
      }
    }
    return true;
  }

  private static void split(Block block, Set<Instruction> chosen, Map<Value, Value> loaded) {
    List<Instruction> all = new ArrayList<>();
    for (Instruction instruction : block.instructions()) {
      int before = all.size();
      if (!chosen.contains(instruction)) {
        all.add(instruction);
        continue;
      }
      switch (instruction) {
        case Load load -> loaded.put(load, load(load, all));
        case Store store -> store(store, all);
        default -> throw new IllegalStateException(instruction.mnemonic());
      }
      all.subList(before, all.size()).forEach(i -> i.setLocation(instruction.location()));
    }
    block.instructions().clear();
    block.instructions().addAll(all);
  }

  private static Value load(Load load, List<Instruction> all) {
    VectorType type = (VectorType) load.type();
    long alignment = Math.min(load.alignment(), type.scalar().byteSize());
    Value vector = new UndefConstant(type);
    for (int i = 0; i < type.lanes(); i++) {
      Load element = new Load(type.scalar(), place(load.pointer(), type, i, all), alignment, false);
      all.add(element);
      InsertElement inserted = new InsertElement(vector, element, index(i));
      all.add(inserted);
      vector = inserted;
    }
    return vector;
  }

  private static void store(Store store, List<Instruction> all) {
    VectorType type = (VectorType) store.value().type();
    long alignment = Math.min(store.alignment(), type.scalar().byteSize());
    for (int i = 0; i < type.lanes(); i++) {
      ExtractElement element = new ExtractElement(store.value(), index(i));
      all.add(element);
      all.add(new Store(element, place(store.pointer(), type, i, all), alignment, false));
    }
  }

  private static Value place(Value pointer, VectorType type, int element, List<Instruction> all) {
    if (element == 0) {
      return pointer;
    }
    long offset = element * type.scalar().byteSize();
    PointerAdd place = new PointerAdd(pointer, new IntConstant(Types.I64, offset), true);
    all.add(place);
    return place;
  }

  private static IntConstant index(int element) {
    return new IntConstant(Types.I32, element);
  }
}
