package dev.barnacle.watch.internal.code;

import dev.barnacle.engine.EngineException;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.QueueOperation;
import dev.barnacle.watch.internal.code.analysis.Ordering;
import dev.barnacle.watch.internal.code.analysis.Places;
import dev.barnacle.watch.internal.code.analysis.ProgramLayout;
import dev.barnacle.watch.internal.code.analysis.WrittenMemory;
import dev.barnacle.watch.internal.code.cut.Iterations;
import dev.barnacle.watch.internal.code.cut.MethodSplits;
import dev.barnacle.watch.internal.code.cut.Preemptions;
import dev.barnacle.watch.internal.code.cut.SuspendPoints;
import dev.barnacle.watch.internal.code.cut.Yields;
import dev.barnacle.watch.internal.code.emit.KernelClass;
import dev.barnacle.watch.internal.code.emit.SavedState;
import dev.barnacle.watch.internal.code.file.KernelFile;
import dev.barnacle.watch.internal.run.kernel.CutSite;
import dev.barnacle.watch.internal.run.kernel.KernelFacts;
import dev.barnacle.watch.internal.run.kernel.KernelText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes class files of kernels of one program, each of one kernel. Of equal programs it makes equal
 * ones.
 */
final class KernelMaker {
  private final Map<GlobalVariable, Integer> variables;
  private final boolean settles;
  private final Map<Function, Set<Instruction>> functionJoints = new HashMap<>();

  /**
   * Makes one.
   *
   * @param variables the numbers of the program's global and constant variables
   * @param settles whether stores are followed by a look at what they have changed
   */
  KernelMaker(Map<GlobalVariable, Integer> variables, boolean settles) {
    this.variables = variables;
    this.settles = settles;
  }

  /**
   * A kernel's classes.
   *
   * @param text what they were made of
   * @param alone whether they don't depend on which kernels were compiled before
   */
  record Made(KernelFile file, KernelText text, boolean alone) {}

  /**
   * Makes them; changes the kernel, so it is done once.
   *
   * @throws EngineException if it has what this engine can't run
   */
  synchronized Made make(Function kernel) {
    Iterations.Made iterations = Iterations.insert(kernel);
    Yields.Made waits = Yields.insert(kernel);
    Set<Instruction> preemptions = Preemptions.insert(kernel);
    Set<Instruction> yields = new HashSet<>(waits.all());
    yields.addAll(preemptions);
    Set<Instruction> splits = MethodSplits.insert(kernel);
    Set<Instruction> marks = new HashSet<>(yields);
    marks.addAll(splits);
    functionJoints.values().forEach(marks::addAll);
    ProgramLayout layout = new ProgramLayout(kernel, variables, settles, marks);
    SuspendPoints cuts =
        new SuspendPoints(kernel, yields, preemptions, splits, iterations.numbers());
    String name = "kernel." + kernel.name().replaceAll("\\W", "_");
    KernelClass made = new KernelClass(layout, cuts, this::jointsOf, name);
    Map<String, byte[]> files = made.files();
    List<CutSite> sites = new ArrayList<>();
    for (Instruction cut : cuts.sites().subList(0, cuts.stops())) {
      boolean endless = waits.endless().contains(cut);
      CutSite.Turn turn = iterations.turns().get(cut);
      sites.add(site(cut, cuts, made.state(), layout.places(), endless, turn));
    }
    KernelText text = new KernelText(layout.places().all(), layout.arrays());
    boolean alone = functionJoints.values().stream().allMatch(Set::isEmpty);
    return new Made(new KernelFile(facts(layout, made, sites, text), files), text, alone);
  }

  private KernelFacts facts(
      ProgramLayout layout, KernelClass made, List<CutSite> sites, KernelText text) {
    WrittenMemory written = layout.written();
    return new KernelFacts(
        List.copyOf(sites),
        text.places().stream().map(Ordering::atomicUse).toList(),
        layout.locals().stream().map(GlobalVariable::name).toList(),
        text.arrays().stream().map(KernelMaker::size).toList(),
        words(layout),
        made.state().counts(),
        made.functionState().counts(),
        written.arguments(),
        variables.keySet().stream().filter(written::mayWrite).map(GlobalVariable::name).toList(),
        layout.isPrecise(),
        layout.functions().stream()
            .flatMap(f -> f.instructions().stream())
            .anyMatch(QueueOperation.class::isInstance));
  }

  private static KernelFacts.PrivateArray size(Alloca array) {
    return new KernelFacts.PrivateArray(array.byteSize(), array.alignment());
  }

  /** Returns where a function is cut, which is done for the first kernel that calls it. */
  private Set<Instruction> jointsOf(Function function) {
    return functionJoints.computeIfAbsent(function, MethodSplits::insert);
  }

  private static List<Integer> words(ProgramLayout layout) {
    List<Integer> words = new ArrayList<>();
    for (Parameter parameter : layout.kernel().parameters()) {
      words.add(layout.argumentWord(parameter.index()));
    }
    words.add(layout.argumentWords());
    return words;
  }

  private static CutSite site(
      Instruction cut,
      SuspendPoints cuts,
      SavedState state,
      Places places,
      boolean endless,
      CutSite.@Nullable Turn turn) {
    CutSite.Kind kind =
        cuts.isYield(cut)
            ? cuts.isPreemption(cut) ? CutSite.Kind.PREEMPTION : CutSite.Kind.YIELD
            : cut instanceof Barrier barrier
                ? barrier.kind() == Barrier.Kind.WORK_GROUP
                    ? CutSite.Kind.BARRIER
                    : CutSite.Kind.SUB_GROUP_BARRIER
                : ((GroupOperation) cut).group() == Barrier.Kind.WORK_GROUP
                    ? CutSite.Kind.GROUP_OPERATION
                    : CutSite.Kind.SUB_GROUP_OPERATION;
    CutSite.StateSlot slot =
        cut instanceof GroupOperation operation
            ? new CutSite.StateSlot(state.index(operation), operation.type().lanes())
            : null;
    return new CutSite(
        kind,
        places.of(cut),
        slot,
        cuts.iteration(cut) != null,
        endless,
        cut instanceof Barrier barrier ? FenceFlag.bits(barrier.flags()) : 0,
        cut instanceof Barrier barrier ? barrier.scope() : null,
        turn);
  }
}
