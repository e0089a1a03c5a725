package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.barnacle.engine.EngineException;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.analysis.Liveness;
import dev.barnacle.watch.internal.code.analysis.ProgramLayout;
import dev.barnacle.watch.internal.code.analysis.Uses;
import dev.barnacle.watch.internal.code.cut.CodeSize;
import dev.barnacle.watch.internal.code.cut.SuspendPoints;
import dev.barnacle.watch.internal.run.exec.KernelBody;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the classes of a kernel. The first is a {@link KernelBody}; it has a method for each
 * region, one that runs it for all work-items of a group, and one for each function that the kernel
 * calls. What is too much for one class goes to others beside it.
 */
public final class KernelClass {
  private static final int STATIC = AccessFlag.STATIC.mask() | AccessFlag.FINAL.mask();
  private static final MethodTypeDesc REGION = JvmTypes.method(CD_int, JvmTypes.WORK_ITEM);
  private static final MethodTypeDesc BY_NUMBER =
      JvmTypes.method(CD_int, CD_int, JvmTypes.WORK_ITEM);
  private static final MethodTypeDesc SWEEP_BY_NUMBER =
      JvmTypes.method(CD_void, CD_int, JvmTypes.WORK_ITEM);
  private static final MethodTypeDesc SWEEP = JvmTypes.method(CD_void, JvmTypes.WORK_ITEM);

  private final ProgramLayout layout;
  private final SuspendPoints cuts;
  private final Liveness live;
  private final SavedState state;
  private final SavedState functionState = SavedState.ofThread();
  private final ClassDesc desc;
  private final ClassSplits shares;
  private final Map<Function, FunctionPlan> plans = new LinkedHashMap<>();
  private final Map<Function, ClassSplits.Method> functions = new HashMap<>();
  private final List<ClassSplits.Method> regions = new ArrayList<>();
  private final ClassSplits.Method steps;
  private final ClassSplits.Method sweeps;

  /**
   * Plans them.
   *
   * @param splits where functions are cut
   */
  public KernelClass(
      ProgramLayout layout,
      SuspendPoints cuts,
      java.util.function.Function<Function, Set<Instruction>> splits,
      String name) {
    this.layout = layout;
    this.cuts = cuts;
    this.live = cuts.liveness();
    this.state = SavedState.ofItems(live.keptAtCuts());
    this.desc = ClassDesc.of(name);
    this.shares = new ClassSplits(desc);
    for (Function function : layout.functions()) {
      if (!function.equals(layout.kernel())) {
        plans.put(
            function,
            new FunctionPlan(function, plans.size(), splits.apply(function), functionState));
      }
    }
    shareRegions();
    for (FunctionPlan plan : plans.values()) {
      functions.put(plan.function(), share(plan));
    }
    this.steps = NumberedCalls.make(shares, "part", regions);
    if (cuts.hasSplits()) {
      ClassSplits.Method unused = shares.addFirst("join", BY_NUMBER, this::joins);
    }
    List<ClassSplits.Method> swept = new ArrayList<>();
    for (ClassSplits.Method region : regions.subList(0, cuts.stops() + 1)) {
      swept.add(shares.add("sweep$" + swept.size(), SWEEP, 40, code -> sweep(code, region)));
    }
    this.sweeps = NumberedCalls.make(shares, "sweeps", swept);
  }

  private void shareRegions() {
    Uses uses = new Uses(layout.kernel());
    for (SuspendPoints.Region region : cuts.regions()) {
      String name =
          layout.kernel().name().replaceAll("\\W", "_")
              + (region.index() == 0 ? "" : "$" + region.index());
      long size = CodeSize.of(region);
      regions.add(shares.add(name, REGION, size, code -> region(code, region, uses)));
    }
  }

  private ClassSplits.Method share(FunctionPlan plan) {
    List<SuspendPoints.Region> all = plan.cuts().regions();
    if (!plan.cuts().hasSplits()) {
      SuspendPoints.Region whole = all.getFirst();
      return shares.add(
          plan.method(), plan.type(), CodeSize.of(whole), code -> function(code, plan, whole));
    }
    List<ClassSplits.Method> parts = new ArrayList<>();
    for (SuspendPoints.Region region : all) {
      long size = CodeSize.of(region);
      String name = plan.part(region.index());
      parts.add(shares.add(name, REGION, size, code -> function(code, plan, region)));
    }
    ClassSplits.Method calls = NumberedCalls.make(shares, plan.method() + "$parts", parts);
    return shares.add(plan.method(), plan.type(), 0, code -> parts(code, plan, calls));
  }

  /** Returns where values of work-items are kept at cuts. */
  public SavedState state() {
    return state;
  }

  /** Returns where values of functions are kept between their parts. */
  public SavedState functionState() {
    return functionState;
  }

  /** Returns what becomes of a function. */
  FunctionPlan planOf(Function function) {
    return known(plans.get(function), function);
  }

  /** Returns the method of a function. */
  ClassSplits.Method methodOf(Function function) {
    return known(functions.get(function), function);
  }

  private static <T> T known(@Nullable T found, Function function) {
    if (found == null) {
      throw new IllegalStateException("unknown function " + function);
    }
    return found;
  }

  /**
   * Returns the class files by name.
   *
   * @throws EngineException if one is larger than the JVM allows
   */
  public Map<String, byte[]> files() {
    Map<String, byte[]> files = new LinkedHashMap<>();
    try {
      for (int share = 0; share < shares.count(); share++) {
        ClassDesc each = shares.desc(share);
        List<ClassSplits.Method> methods = shares.methods(share);
        boolean main = share == 0;
        files.put(
            each.packageName() + "." + each.displayName(),
            ClassFile.of().build(each, builder -> build(builder, methods, main)));
      }
    } catch (IllegalArgumentException e) {
      throw EngineException.unsupported(
          layout.kernel().location(),
          "kernel " + layout.kernel().name() + " is too large: " + e.getMessage());
    }
    return files;
  }

  private void build(ClassBuilder builder, List<ClassSplits.Method> methods, boolean main) {
    builder.withFlags(AccessFlag.PUBLIC, AccessFlag.FINAL);
    Location place = layout.kernel().location();
    if (place != null) {
      Path file = Path.of(place.file()).getFileName();
      builder.with(SourceFileAttribute.of(file == null ? place.file() : file.toString()));
    }
    if (main) {
      body(builder);
    }
    for (ClassSplits.Method method : methods) {
      builder.withMethodBody(method.name(), method.type(), STATIC, method.body());
    }
  }

  /** Writes what makes a class a {@link KernelBody}. */
  private void body(ClassBuilder builder) {
    builder.withSuperclass(JvmTypes.KERNEL_BODY);
    builder.withMethodBody(
        ConstantDescs.INIT_NAME,
        ConstantDescs.MTD_void,
        AccessFlag.PUBLIC.mask(),
        code -> {
          code.aload(0);
          code.invokespecial(JvmTypes.KERNEL_BODY, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
          code.return_();
        });
    builder.withMethodBody(
        "step",
        BY_NUMBER,
        AccessFlag.PUBLIC.mask(),
        code -> {
          code.iload(1);
          code.aload(2);
          steps.call(code);
          code.aload(2);
          join(code);
          code.ireturn();
        });
    builder.withMethodBody(
        "sweep",
        SWEEP_BY_NUMBER,
        AccessFlag.PUBLIC.mask(),
        code -> {
          code.iload(1);
          code.aload(2);
          sweeps.call(code);
          code.return_();
        });
  }

  private void region(CodeBuilder code, SuspendPoints.Region region, Uses uses) {
    Emitter emitter = new Emitter(code, layout, 0);
    new RegionCode(cuts, region, live, state, uses, emitter, this).emit();
    emitter.nameVariables();
  }

  private void function(CodeBuilder code, FunctionPlan plan, SuspendPoints.Region region) {
    new FunctionCode(plan, region, functionState, new Emitter(code, layout, 0), this).emit();
  }

  /** Runs the parts of a function until one returns from it. */
  private void parts(CodeBuilder code, FunctionPlan plan, ClassSplits.Method calls) {
    Label again = code.newLabel();
    int next = code.allocateLocal(TypeKind.INT);
    code.iconst_0();
    code.istore(next);
    code.labelBinding(again);
    code.iload(next);
    code.aload(0);
    calls.call(code);
    code.istore(next);
    code.iload(next);
    code.ifge(again);
    FunctionCode.result(code, plan.function().returnType());
  }

  /** Runs a region for one work-item after the other. */
  private void sweep(CodeBuilder code, ClassSplits.Method region) {
    Label again = code.newLabel();
    code.aload(0);
    code.invokevirtual(JvmTypes.WORK_ITEM, "first", ConstantDescs.MTD_void);
    code.labelBinding(again);
    code.aload(0);
    code.aload(0);
    region.call(code);
    code.aload(0);
    join(code);
    code.invokevirtual(JvmTypes.WORK_ITEM, "stopped", JvmTypes.method(CD_void, CD_int));
    next(code, again);
    code.return_();
  }

  /**
   * Goes to the next work-item, if there is one. It is done here and not in a method, as HotSpot's
   * first compiler would call one of this length.
   */
  private static void next(CodeBuilder code, Label again) {
    Label end = code.newLabel();
    Label sameRow = code.newLabel();
    int next = code.allocateLocal(TypeKind.INT);
    code.aload(0);
    code.getfield(JvmTypes.WORK_ITEM, "item", CD_int);
    code.iconst_1();
    code.iadd();
    code.istore(next);
    code.iload(next);
    code.aload(0);
    code.getfield(JvmTypes.WORK_ITEM, "count", CD_int);
    code.if_icmpeq(end);
    code.aload(0);
    code.iload(next);
    code.invokevirtual(JvmTypes.WORK_ITEM, "next", JvmTypes.method(CD_int, CD_int));
    code.aload(0);
    code.getfield(JvmTypes.WORK_ITEM, "sizeX", CD_int);
    code.if_icmpne(sameRow);
    code.aload(0);
    code.invokevirtual(JvmTypes.WORK_ITEM, "nextRow", ConstantDescs.MTD_void);
    code.labelBinding(sameRow);
    code.goto_(again);
    code.labelBinding(end);
  }

  /** Calls, where there are splits, what goes on at them until the work-item stops. */
  private void join(CodeBuilder code) {
    if (cuts.hasSplits()) {
      code.invokestatic(desc, "join", BY_NUMBER);
    } else {
      code.pop();
    }
  }

  private void joins(CodeBuilder code) {
    Label again = code.newLabel();
    Label end = code.newLabel();
    code.labelBinding(again);
    code.iload(0);
    code.loadConstant(cuts.stops());
    code.if_icmplt(end);
    code.iload(0);
    code.iconst_1();
    code.iadd();
    code.aload(1);
    steps.call(code);
    code.istore(0);
    code.goto_(again);
    code.labelBinding(end);
    code.iload(0);
    code.ireturn();
  }
}
