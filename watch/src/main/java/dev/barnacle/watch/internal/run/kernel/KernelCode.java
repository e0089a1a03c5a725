package dev.barnacle.watch.internal.run.kernel;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.CodeOptions;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A compiled kernel with all that running it needs but its code. Its instructions are read when
 * they are asked for, which a launch without findings hardly does.
 */
public final class KernelCode {
  private final Function function;
  private final KernelFacts facts;
  private final List<GlobalVariable> locals;
  private final CodeOptions options;
  private final Map<String, String> sources;
  private final Supplier<KernelText> reader;
  private volatile @Nullable KernelText text;

  /**
   * Puts one together.
   *
   * @param function the kernel
   * @param locals its local variables, by number
   * @param options what its language says of memory orders and scopes
   * @param sources that it comes from, as far as they are in memory, by the names of places
   * @param reader gives what the code was made of; is asked once at most
   */
  public KernelCode(
      Function function,
      KernelFacts facts,
      List<GlobalVariable> locals,
      CodeOptions options,
      Map<String, String> sources,
      Supplier<KernelText> reader) {
    this.function = function;
    this.facts = facts;
    this.locals = locals;
    this.options = options;
    this.sources = sources;
    this.reader = reader;
  }

  /** Returns the kernel as it is declared; for its blocks there is {@link #read}. */
  public Function function() {
    return function;
  }

  /** Returns the kernel with its blocks, as the code is made of them. */
  public Function read() {
    KernelText unused = text(); // whoever comes first makes marks in the blocks
    return function;
  }

  public KernelFacts facts() {
    return facts;
  }

  /** Returns its cuts by number. */
  public List<CutSite> sites() {
    return facts.sites();
  }

  /** Returns its local variables, by number. */
  public List<GlobalVariable> locals() {
    return locals;
  }

  /** Returns whether its language has no memory orders and scopes. */
  public boolean plainAtomics() {
    return options.plainAtomics();
  }

  /** Returns whether local memory begins as zeros. */
  public boolean zeroesLocal() {
    return options.zeroed().contains(AddressSpace.LOCAL);
  }

  /** Returns whether operations of different memory scopes can have inclusive scopes. */
  public boolean scopesMayDiffer() {
    return options.scopesMayDiffer();
  }

  /** Returns the sources in memory that it comes from, by the names that places have. */
  public Map<String, String> sources() {
    return sources;
  }

  /** Returns the instructions that reports can name, by number. */
  public List<Instruction> places() {
    return text().places();
  }

  /** Returns its private arrays, by number. */
  public List<Alloca> arrays() {
    return text().arrays();
  }

  /** Returns the operation that a cut stands for. */
  public GroupOperation operation(CutSite site) {
    return (GroupOperation) places().get(site.place());
  }

  private KernelText text() {
    KernelText known = text;
    return known == null ? make() : known;
  }

  private synchronized KernelText make() {
    KernelText known = text;
    if (known == null) {
      known = reader.get();
      text = known;
    }
    return known;
  }
}
