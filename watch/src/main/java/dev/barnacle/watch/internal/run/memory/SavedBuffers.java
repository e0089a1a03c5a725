package dev.barnacle.watch.internal.run.memory;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.SharedMemory;
import dev.barnacle.watch.command.UnsetBytes;
import dev.barnacle.watch.command.UnsetMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The contents of buffers and program-scope variables before a launch, for another run of the same.
 */
public final class SavedBuffers {
  private record Saved(MemorySegment memory, MemorySegment copy) {}

  private final List<Saved> all = new ArrayList<>();
  private final List<Runnable> allUnset = new ArrayList<>();
  private final UnsetMemory unset;

  private SavedBuffers(UnsetMemory unset) {
    this.unset = unset;
  }

  public static SavedBuffers of(
      List<Argument> arguments,
      List<SharedMemory> shared,
      List<WatchedObject> variables,
      UnsetMemory unset) {
    SavedBuffers saved = new SavedBuffers(unset);
    Arena arena = Arena.ofAuto();
    for (Argument argument : arguments) {
      switch (argument) {
        case Argument.Memory m -> saved.save(m.memory(), arena);
        case Argument.Image i -> saved.save(i.texels(), arena);
        case Argument.Pipe p -> saved.save(p.memory().memory(), arena);
        case Argument.Shared s -> saved.save(s.block(), arena);
        case Argument.Local _, Argument.Bytes _, Argument.Null _ -> {}
      }
    }
    shared.forEach(s -> saved.save(s.memory(), arena));
    for (WatchedObject variable : variables) {
      if (variable.writable) {
        saved.save(MemorySegment.ofAddress(variable.address).reinterpret(variable.byteSize), arena);
        saved.save(variable.unset);
      }
    }
    return saved;
  }

  private void save(MemorySegment memory, Arena arena) {
    MemorySegment copy = arena.allocate(memory.byteSize(), 8);
    copy.copyFrom(memory);
    all.add(new Saved(memory, copy));
    save(unset.at(memory.address()));
  }

  private void save(@Nullable UnsetBytes bytes) {
    if (bytes != null) {
      allUnset.add(bytes.saved());
    }
  }

  /** Returns how many bytes {@link #restore} writes. */
  public long byteSize() {
    return all.stream().mapToLong(s -> s.copy().byteSize()).sum();
  }

  public void restore() {
    all.forEach(s -> s.memory().copyFrom(s.copy()));
    allUnset.forEach(Runnable::run);
  }
}
