package dev.barnacle.watch.internal.code;

import dev.barnacle.engine.EngineException;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Value;
import dev.barnacle.watch.internal.run.CutSite;
import dev.barnacle.watch.internal.run.KernelBody;
import dev.barnacle.watch.internal.run.KernelCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compiles kernels of one program to classes. */
public final class KernelCompiler {
  private final Map<GlobalVariable, Integer> variables;
  private final boolean settles;
  private final boolean plainAtomics;
  private final Map<Function, Set<Instruction>> functionJoints = new HashMap<>();

  /**
   * Makes a compiler.
   *
   * @param variables the numbers of the program's global and constant variables
   * @param settles whether stores are followed by a look at what they have changed
   * @param plainAtomics whether the program's language has no memory orders and scopes
   */
  public KernelCompiler(
      Map<GlobalVariable, Integer> variables, boolean settles, boolean plainAtomics) {
    this.variables = variables;
    this.settles = settles;
    this.plainAtomics = plainAtomics;
  }

  /**
   * Compiles a kernel.
   *
   * @throws EngineException if it has what this engine can't run
   */
  public KernelCode compile(Function kernel) {
    Map<Instruction, Value> iterations = Iterations.insert(kernel);
    Yields.Made waits = Yields.insert(kernel);
    Set<Instruction> preemptions = Preemptions.insert(kernel);
    Set<Instruction> yields = new HashSet<>(waits.all());
    yields.addAll(preemptions);
    Set<Instruction> joints = Joints.insert(kernel);
    Set<Instruction> marks = new HashSet<>(yields);
    marks.addAll(joints);
    ProgramLayout layout = new ProgramLayout(kernel, variables, settles, marks);
    Cuts cuts = new Cuts(kernel, yields, preemptions, joints, iterations);
    String name = "kernel." + kernel.name().replaceAll("\\W", "_");
    KernelClass made = new KernelClass(layout, cuts, this::jointsOf, name);
    Map<String, byte[]> files = made.files();
    List<CutSite> sites = new ArrayList<>();
    for (Instruction cut : cuts.sites().subList(0, cuts.stops())) {
      boolean endless = waits.endless().contains(cut);
      sites.add(site(cut, cuts, made.state(), layout.places(), endless));
    }
    List<Instruction> places = layout.places().all();
    List<Optional<KernelCode.AtomicUse>> atomics =
        places.stream().map(Ordering::atomicUse).toList();
    WrittenMemory written = layout.written();
    return new KernelCode(
        kernel,
        KernelLoader.load(name, files),
        List.copyOf(sites),
        places,
        atomics,
        layout.locals(),
        layout.arrays(),
        words(layout),
        made.state().counts(),
        made.functionState().counts(),
        written.arguments(),
        variables.keySet().stream().filter(written::mayWrite).toList(),
        layout.isPrecise(),
        plainAtomics);
  }

  /** Returns where a function is cut, which is done for the first kernel that calls it. */
  private Set<Instruction> jointsOf(Function function) {
    return functionJoints.computeIfAbsent(function, Joints::insert);
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
      Instruction cut, Cuts cuts, SavedState state, Places places, boolean endless) {
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
    return new CutSite(kind, cut, places.of(cut), slot, cuts.iteration(cut) != null, endless);
  }

  /** Loads classes of kernels, each by a loader of its own, so that they can go again. */
  private static final class KernelLoader extends ClassLoader {
    static {
      boolean unused = registerAsParallelCapable();
    }

    private KernelLoader() {
      super("barnacle-kernels", KernelBody.class.getClassLoader());
    }

    static KernelBody load(String name, Map<String, byte[]> files) {
      KernelLoader loader = new KernelLoader();
      String runtime = KernelBody.class.getPackageName();
      KernelBody.class.getModule().addExports(runtime, loader.getUnnamedModule());
      try {
        files.forEach((each, bytes) -> loader.defineClass(each, bytes, 0, bytes.length));
        return (KernelBody) loader.loadClass(name).getDeclaredConstructor().newInstance();
      } catch (ReflectiveOperationException | LinkageError e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
