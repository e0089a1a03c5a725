package dev.barnacle.watch.internal.run.memory;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Module;
import dev.barnacle.watch.command.UnsetBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The global and constant variables of a program, which live as long as the program. */
public final class ProgramMemory implements AutoCloseable {
  private final Arena arena = Arena.ofShared();
  private final Map<GlobalVariable, Integer> numbers = new LinkedHashMap<>();
  private final List<WatchedObject> objects = new ArrayList<>();

  /** Allocates and initialises the variables of a program. */
  public ProgramMemory(Module module) {
    for (GlobalVariable variable : module.globals()) {
      if (variable.space() != AddressSpace.LOCAL) {
        numbers.put(variable, numbers.size());
      }
    }
    numbers.forEach((variable, number) -> objects.add(allocate(variable)));
  }

  private WatchedObject allocate(GlobalVariable variable) {
    long size = Math.max(1, variable.byteSize());
    MemorySegment memory = arena.allocate(size, Math.max(128, variable.alignment()));
    GlobalVariable.Initializer initializer = variable.initializer();
    if (initializer != null) {
      MemorySegment.copy(
          initializer.bytes(), 0, memory, ValueLayout.JAVA_BYTE, 0, initializer.bytes().length);
      for (GlobalVariable.Relocation relocation : initializer.relocations()) {
        Integer target = numbers.get(relocation.target());
        if (target == null) {
          throw new IllegalStateException("no variable " + relocation.target());
        }
        memory.set(
            ValueLayout.JAVA_LONG_UNALIGNED,
            relocation.offset(),
            Pointers.shared(Pointers.GLOBAL, target) + relocation.addend());
      }
    }
    UnsetBytes unset =
        variable.space() == AddressSpace.CONSTANT ? null : new UnsetBytes(memory.address(), size);
    return new WatchedObject(
        memory.address(),
        variable.byteSize(),
        variable.space(),
        Naming.of(variable.name(), variable.declaration()),
        new WatchedObject.Kept(null, 0, null, unset, false));
  }

  /** Returns the numbers of the variables. */
  public Map<GlobalVariable, Integer> numbers() {
    return numbers;
  }

  /** Returns the variables' memory, by number. */
  public List<WatchedObject> objects() {
    return objects;
  }

  @Override
  public void close() {
    arena.close();
  }
}
