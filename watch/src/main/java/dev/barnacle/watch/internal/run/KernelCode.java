package dev.barnacle.watch.internal.run;

import static dev.barnacle.ir.MemoryOrder.SEQ_CST;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.watch.internal.race.AtomicAccess;
import java.util.List;
import java.util.Optional;

/**
 * A compiled kernel with all that running it needs.
 *
 * @param function the kernel
 * @param body its code
 * @param sites its cuts by number
 * @param places the instructions that reports can name, by number
 * @param atomics how each of those accesses memory, for a success and a failure of an exchange;
 *     empty for what is not atomic
 * @param locals its local variables, by number
 * @param arrays its private arrays, by number
 * @param argumentWords the first word of each argument, and how many there are
 * @param counts how many values of each kind a work-item keeps at cuts
 * @param functionCounts how many values of each kind functions keep between their parts
 * @param writes for each argument whether what it points to may be written
 * @param writtenVariables the program's variables that may be written
 * @param precise whether its order needs the precise detector
 * @param plainAtomics whether its language has no memory orders and scopes
 */
public record KernelCode(
    Function function,
    KernelBody body,
    List<CutSite> sites,
    List<Instruction> places,
    List<Optional<AtomicUse>> atomics,
    List<GlobalVariable> locals,
    List<Alloca> arrays,
    List<Integer> argumentWords,
    StateCounts counts,
    StateCounts functionCounts,
    List<Boolean> writes,
    List<GlobalVariable> writtenVariables,
    boolean precise,
    boolean plainAtomics) {
  /**
   * Tells whether it has an atomic load, or an exchange that may fail, that may read an old value:
   * not all is seq_cst.
   */
  boolean hasWeakLoads() {
    return places.stream()
            .anyMatch(i -> i instanceof AtomicLoad || i instanceof AtomicCompareExchange)
        && atomics.stream()
            .flatMap(Optional::stream)
            .anyMatch(a -> a.access().order() != SEQ_CST || a.failure().order() != SEQ_CST);
  }

  /** How many elements there are in each of the arrays that keep values between methods. */
  public record StateCounts(int ints, int longs, int floats, int doubles) {}

  /**
   * How an instruction uses atomics.
   *
   * @param access the access; of a compare-and-exchange one that succeeds
   * @param failure a compare-and-exchange that fails; the same as {@code access} for others
   */
  public record AtomicUse(AtomicAccess access, AtomicAccess failure) {}
}
