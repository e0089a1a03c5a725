package dev.barnacle.simd.internal.kernel;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.CodeOptions;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Printf;
import dev.barnacle.simd.KernelExplanation;
import dev.barnacle.simd.internal.abi.ArgumentLayout;
import dev.barnacle.simd.internal.abi.KernelObject;
import dev.barnacle.simd.internal.abi.PrintfCall;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.abi.Symbols;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.emit.AliasMetadata;
import dev.barnacle.simd.internal.emit.GlobalText;
import dev.barnacle.simd.internal.emit.GroupScope;
import dev.barnacle.simd.internal.emit.HelperScope;
import dev.barnacle.simd.internal.emit.ModuleContext;
import dev.barnacle.simd.internal.plan.CodePlan;
import dev.barnacle.simd.internal.plan.KernelPlan;
import dev.barnacle.simd.internal.plan.region.VectorPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The LLVM module of one kernel, specialised to a local size.
 *
 * @param llvm the module's text; {@link Symbols#ENTRY} is its only visible function
 * @param printfs what the numbers in calls of {@code barnacle.printf} stand for
 * @param blocks names of kernels that it may enqueue, or asks about; "" among them where it asks
 *     for queues or events besides
 * @param localBytes bytes of local variables
 * @param arenaBytes size of the arena without local arguments
 * @param stackBytes private memory on the stack, in bytes
 * @param explanation what was decided
 * @param plan makes the text of the plan
 */
public record KernelModule(
    String llvm,
    List<Printf> printfs,
    List<String> blocks,
    long localBytes,
    long arenaBytes,
    long stackBytes,
    KernelExplanation explanation,
    Supplier<String> plan) {
  /** Divisions and roots are what they say: LLVM's estimates of them give NaN for infinities. */
  private static final String ESTIMATES = " \"reciprocal-estimates\"=\"none\"";

  public KernelModule {
    printfs = List.copyOf(printfs);
    blocks = List.copyOf(blocks);
  }

  /**
   * Emits a prepared kernel.
   *
   * @param launch what is known of the launch
   * @param symbols the symbol of each program-scope variable
   * @param options what the program's build options ask for
   * @param target the processor that it is for
   * @param wantedLanes how many work-items make a vector, or 0
   * @param unroll whether loops around barriers may become longer code
   */
  public static KernelModule of(
      Function prepared,
      Specialization launch,
      Map<GlobalVariable, String> symbols,
      CodeOptions options,
      TargetCpu target,
      int wantedLanes,
      boolean unroll) {
    CodePlan code = CodePlan.of(prepared, launch, target, wantedLanes, unroll);
    KernelPlan plan = code.kernel();
    Function kernel = plan.kernel();
    Set<Function> functions = plan.functions();
    Specialization specialization = plan.specialization();
    ModuleContext context =
        new ModuleContext(
            specialization,
            plan.lanes(),
            plan.layout(),
            new GlobalText(symbols),
            target,
            plan.remarks());
    context.setAliases(new AliasMetadata(context, code.aliases()));
    List<String> parts = new ArrayList<>();
    GroupScope group =
        new GroupScope(
            context, kernel, plan.regions(), plan.liveness(), plan.state(), plan.lanes());
    LocalZeros zeros =
        !options.zeroed().contains(AddressSpace.LOCAL)
            ? LocalZeros.NONE
            : group.yields() == null ? LocalZeros.ALWAYS : LocalZeros.AT_BEGIN;
    parts.add(new EntryEmitter(context, kernel, new ArgumentLayout(kernel), zeros).emit());
    VectorPlan vectors = code.vectors();
    parts.add(new WorkGroupEmitter(group, kernel, plan.shapes(), vectors, plan.rows()).emit());
    for (Function function : functions) {
      if (function != kernel) {
        parts.add(new HelperScope(context, function).emit());
      }
    }
    String globals = context.globals().text();
    // Without a red zone all private memory lies between stack pointer and frame: see RuntimeText.
    String attributes =
        "attributes #0 = { nounwind noredzone "
            + Symbols.FRAME_ATTRIBUTE
            + " "
            + target.attributes()
            + ESTIMATES
            + " }\nattributes #1 = { nounwind noredzone \"frame-pointer\"=\"all\" "
            + Symbols.FRAME_ATTRIBUTE
            + " "
            + target.attributes()
            + ESTIMATES
            + " }\n";
    String text = globals + "\n" + String.join("\n", parts) + "\n" + attributes + context.trailer();
    return new KernelModule(
        text,
        context.printfs(),
        context.blocks(),
        plan.layout().localBytes(),
        plan.layout().byteSize(),
        plan.stackBytes(),
        plan.explain(),
        code::text);
  }

  /**
   * Returns what has to be known to run it.
   *
   * @param frameBytes what its machine code takes of the stack, as far as that is known
   */
  public KernelObject.Needs needs(long frameBytes) {
    return new KernelObject.Needs(
        printfs.stream().map(PrintfCall::of).toList(),
        blocks,
        localBytes,
        arenaBytes,
        Math.max(stackBytes, frameBytes));
  }
}
