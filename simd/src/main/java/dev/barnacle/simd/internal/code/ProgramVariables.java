package dev.barnacle.simd.internal.code;

import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GlobalVariable.Initializer;
import dev.barnacle.ir.Module;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The program-scope variables of a program, and the constants that they point to: memory that lives
 * as long as the program, known to all its kernels by one symbol each.
 */
public final class ProgramVariables implements AutoCloseable {
  private final Arena arena = Arena.ofShared();
  private final Map<GlobalVariable, String> symbols = new HashMap<>();
  private final Map<GlobalVariable, MemorySegment> memory = new HashMap<>();

  ProgramVariables(Module module) {
    // Machine code in the cache knows the symbols, so they follow the module's order.
    for (GlobalVariable variable : module.programVariables()) {
      symbols.put(variable, "barnacle.variable." + symbols.size());
      long size = Math.max(1, variable.byteSize());
      memory.put(variable, arena.allocate(size, Math.max(16, variable.alignment())));
    }
    symbols.keySet().forEach(this::initialize);
  }

  private void initialize(GlobalVariable variable) {
    Initializer initializer = variable.initializer();
    MemorySegment target = Objects.requireNonNull(memory.get(variable));
    if (initializer == null) {
      return;
    }
    MemorySegment.copy(
        initializer.bytes(), 0, target, ValueLayout.JAVA_BYTE, 0, initializer.bytes().length);
    initializer
        .relocations()
        .forEach(
            r -> {
              long address = Objects.requireNonNull(memory.get(r.target())).address() + r.addend();
              target.set(ValueLayout.JAVA_LONG_UNALIGNED, r.offset(), address);
            });
  }

  /** Returns the symbol of each variable. */
  Map<GlobalVariable, String> symbols() {
    return symbols;
  }

  /** Returns the memory of each symbol. */
  Map<String, MemorySegment> imports() {
    Map<String, MemorySegment> imports = new HashMap<>();
    symbols.forEach((v, s) -> imports.put(s, Objects.requireNonNull(memory.get(v))));
    return imports;
  }

  @Override
  public void close() {
    arena.close();
  }
}
