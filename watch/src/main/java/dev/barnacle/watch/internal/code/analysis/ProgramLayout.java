package dev.barnacle.watch.internal.code.analysis;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Parameter;
import dev.barnacle.watch.internal.run.memory.Pointers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The places of what a kernel works on: the numbers of the program's variables, of its local
 * variables, of the private arrays of all functions that it calls, and the arguments' words.
 */
public final class ProgramLayout {
  private final Function kernel;
  private final Map<GlobalVariable, Integer> shared;
  private final Map<GlobalVariable, Integer> locals = new LinkedHashMap<>();
  private final Map<Alloca, Integer> arrays = new LinkedHashMap<>();
  private final Set<Function> functions = new LinkedHashSet<>();
  private final List<Integer> argumentWords = new ArrayList<>();
  private final Places places = new Places();
  private final int words;
  private final boolean settles;
  private final LanesUsed lanesUsed;
  private final Components components;
  private final boolean precise;
  private final WrittenMemory written;
  private final Set<Load> repeated;

  /**
   * Lays out a kernel.
   *
   * @param shared the numbers of the program's global and constant variables
   * @param settles whether stores are followed by a look at what they have changed
   * @param marks the barriers in the kernel that are none, but other cuts
   */
  public ProgramLayout(
      Function kernel,
      Map<GlobalVariable, Integer> shared,
      boolean settles,
      Set<Instruction> marks) {
    this.settles = settles;
    this.kernel = kernel;
    this.shared = shared;
    int word = 0;
    for (Parameter parameter : kernel.parameters()) {
      argumentWords.add(word);
      word += parameter.type().lanes();
    }
    this.words = word;
    reach(kernel, new HashSet<>());
    for (Function function : functions) {
      collect(function);
    }
    this.lanesUsed = new LanesUsed(functions);
    this.components = new Components(functions);
    this.precise = Ordering.needsClocks(kernel, instructions(), marks);
    this.written = new WrittenMemory(this);
    this.repeated = precise ? Set.of() : ElisionCandidates.in(kernel, written);
  }

  private void reach(Function function, Set<Function> seen) {
    if (!seen.add(function)) {
      return;
    }
    functions.add(function);
    for (Instruction instruction : function.instructions()) {
      if (instruction instanceof Call call) {
        reach(call.callee(), seen);
      }
    }
  }

  private void collect(Function function) {
    for (Instruction instruction : function.instructions()) {
      if (instruction instanceof Alloca alloca) {
        arrays.put(alloca, arrays.size());
      }
      instruction.operands().stream()
          .filter(GlobalVariable.class::isInstance)
          .map(GlobalVariable.class::cast)
          .filter(v -> v.space() == AddressSpace.LOCAL)
          .forEach(v -> locals.putIfAbsent(v, locals.size()));
    }
  }

  /** Returns whether stores are followed by a look at what they have changed. */
  public boolean settles() {
    return settles;
  }

  /** Returns whether the kernel's order needs the precise race detector. */
  public boolean isPrecise() {
    return precise;
  }

  /** Returns what memory the kernel may write. */
  public WrittenMemory written() {
    return written;
  }

  /** Returns whether a load is made again and again, and may have nothing to tell the detector. */
  public boolean repeats(Load load) {
    return repeated.contains(load);
  }

  /** Returns the instructions of the kernel and of the functions that it calls. */
  private Collection<Instruction> instructions() {
    return functions.stream()
        .flatMap(f -> f.blocks().stream())
        .flatMap(b -> b.instructions().stream())
        .toList();
  }

  /** Returns which components of vectors are accessed. */
  public Components components() {
    return components;
  }

  /** Returns which lanes of loads matter. */
  public LanesUsed lanesUsed() {
    return lanesUsed;
  }

  /** Returns the kernel. */
  public Function kernel() {
    return kernel;
  }

  /** Returns the kernel and the functions that it calls. */
  public Set<Function> functions() {
    return functions;
  }

  /** Returns the instructions that reports can name. */
  public Places places() {
    return places;
  }

  /** Returns the local variables in the order of their numbers; the local arguments follow. */
  public List<GlobalVariable> locals() {
    return List.copyOf(locals.keySet());
  }

  /** Returns the private arrays in the order of their numbers. */
  public List<Alloca> arrays() {
    return List.copyOf(arrays.keySet());
  }

  /** Returns the first word of an argument: each lane takes one. */
  public int argumentWord(int index) {
    return argumentWords.get(index);
  }

  /** Returns how many words the arguments take. */
  public int argumentWords() {
    return words;
  }

  /** Returns the pointer to a variable. */
  public long address(GlobalVariable variable) {
    Integer local = locals.get(variable);
    if (local != null) {
      return Pointers.shared(Pointers.LOCAL, local);
    }
    Integer number = shared.get(variable);
    if (number == null) {
      throw new IllegalStateException("unknown variable " + variable);
    }
    return Pointers.shared(Pointers.GLOBAL, number);
  }

  /** Returns the number of a private array. */
  public int array(Alloca alloca) {
    Integer number = arrays.get(alloca);
    if (number == null) {
      throw new IllegalStateException("unknown private array");
    }
    return number;
  }

  /** Returns whether a place is in the file that the kernel is in. */
  public boolean isMain(Location place) {
    Location main = kernel.location();
    return main == null || main.file().equals(place.file());
  }
}
