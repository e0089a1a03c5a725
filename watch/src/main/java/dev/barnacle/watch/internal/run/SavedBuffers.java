package dev.barnacle.watch.internal.run;

import dev.barnacle.engine.Argument;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** What the buffers of a launch held before it, for another run of the same. */
final class SavedBuffers {
  private record Saved(MemorySegment memory, MemorySegment copy) {}

  private final List<Saved> all = new ArrayList<>();

  private SavedBuffers() {}

  static SavedBuffers of(List<Argument> arguments) {
    SavedBuffers saved = new SavedBuffers();
    Arena arena = Arena.ofAuto();
    for (Argument argument : arguments) {
      if (argument instanceof Argument.Memory m) {
        MemorySegment copy = arena.allocate(m.memory().byteSize(), 8);
        copy.copyFrom(m.memory());
        saved.all.add(new Saved(m.memory(), copy));
      }
    }
    return saved;
  }

  void restore() {
    all.forEach(s -> s.memory().copyFrom(s.copy()));
  }
}
