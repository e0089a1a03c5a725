package dev.barnacle.watch.internal.code;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.barnacle.engine.EngineException;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.watch.internal.run.KernelBody;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the class of a kernel, a {@link KernelBody}: a method for each region, one that runs it for
 * all work-items of a group, and one for each function that the kernel calls.
 */
final class KernelClass {
  private static final int PRIVATE_STATIC =
      AccessFlag.PRIVATE.mask() | AccessFlag.STATIC.mask() | AccessFlag.FINAL.mask();

  private final ProgramLayout layout;
  private final Cuts cuts;
  private final LiveValues live;
  private final SavedState state;
  private final ClassDesc desc;
  private final Map<Function, String> methods = new HashMap<>();

  KernelClass(ProgramLayout layout, Cuts cuts, String name) {
    this.layout = layout;
    this.cuts = cuts;
    this.live = new LiveValues(cuts);
    this.state = new SavedState(live.acrossCuts());
    this.desc = ClassDesc.of(name);
    for (Function function : layout.functions()) {
      methods.put(function, "f" + methods.size() + "_" + function.name().replaceAll("\\W", "_"));
    }
  }

  ClassDesc desc() {
    return desc;
  }

  SavedState state() {
    return state;
  }

  /** Returns the name of the method of a function. */
  String methodOf(Function function) {
    String name = methods.get(function);
    if (name == null) {
      throw new IllegalStateException("unknown function " + function);
    }
    return name;
  }

  /**
   * Returns the class file.
   *
   * @throws EngineException if a method is larger than the JVM allows
   */
  byte[] bytes() {
    try {
      return ClassFile.of().build(desc, this::build);
    } catch (IllegalArgumentException e) {
      throw new EngineException(
          EngineException.Kind.UNSUPPORTED_PROGRAM,
          "kernel " + layout.kernel().name() + " is too large: " + e.getMessage());
    }
  }

  private void build(ClassBuilder builder) {
    builder.withSuperclass(JvmTypes.KERNEL_BODY);
    builder.withFlags(AccessFlag.PUBLIC, AccessFlag.FINAL);
    Location place = layout.kernel().location();
    if (place != null) {
      Path file = Path.of(place.file()).getFileName();
      builder.with(SourceFileAttribute.of(file == null ? place.file() : file.toString()));
    }
    builder.withMethodBody(
        ConstantDescs.INIT_NAME,
        ConstantDescs.MTD_void,
        AccessFlag.PUBLIC.mask(),
        code -> {
          code.aload(0);
          code.invokespecial(JvmTypes.KERNEL_BODY, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
          code.return_();
        });
    Uses uses = new Uses(layout.kernel());
    for (Cuts.Region region : cuts.regions()) {
      builder.withMethodBody(
          regionMethod(region.index()),
          JvmTypes.method(CD_int, JvmTypes.WORK_ITEM),
          PRIVATE_STATIC,
          code -> region(code, region, uses));
      builder.withMethodBody(
          sweepMethod(region.index()),
          JvmTypes.method(CD_void, JvmTypes.WORK_ITEM),
          PRIVATE_STATIC,
          code -> sweep(code, region.index()));
    }
    boolean joints = cuts.hasJoints();
    dispatch(builder, joints ? "part" : "step", CD_int, this::regionMethod);
    if (joints) {
      join(builder);
    }
    dispatch(builder, "sweep", CD_void, this::sweepMethod);
    for (Function function : layout.functions()) {
      if (!function.equals(layout.kernel())) {
        builder.withMethodBody(
            methodOf(function), type(function), PRIVATE_STATIC, code -> function(code, function));
      }
    }
  }

  private String regionMethod(int region) {
    return layout.kernel().name() + (region == 0 ? "" : "$" + region);
  }

  private String sweepMethod(int region) {
    return "sweep$" + region;
  }

  private void region(CodeBuilder code, Cuts.Region region, Uses uses) {
    Emitter emitter = new Emitter(code, layout, 0);
    new RegionCode(cuts, region, live, state, uses, emitter, this).emit();
    emitter.nameVariables();
  }

  /** Runs the region for one work-item after the other. */
  private void sweep(CodeBuilder code, int region) {
    Label again = code.newLabel();
    code.aload(0);
    code.invokevirtual(JvmTypes.WORK_ITEM, "first", ConstantDescs.MTD_void);
    code.labelBinding(again);
    code.aload(0);
    code.aload(0);
    code.invokestatic(desc, regionMethod(region), JvmTypes.method(CD_int, JvmTypes.WORK_ITEM));
    if (cuts.hasJoints()) {
      code.aload(0);
      code.invokestatic(desc, "join", JvmTypes.method(CD_int, CD_int, JvmTypes.WORK_ITEM));
    }
    code.invokevirtual(JvmTypes.WORK_ITEM, "stopped", JvmTypes.method(CD_void, CD_int));
    code.aload(0);
    code.invokevirtual(JvmTypes.WORK_ITEM, "next", JvmTypes.method(ConstantDescs.CD_boolean));
    code.ifne(again);
    code.return_();
  }

  /** Writes the methods that go on at joints until a work-item stops. */
  private void join(ClassBuilder builder) {
    MethodTypeDesc type = JvmTypes.method(CD_int, CD_int, JvmTypes.WORK_ITEM);
    builder.withMethodBody(
        "join",
        type,
        PRIVATE_STATIC,
        code -> {
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
          code.invokestatic(desc, "part", type);
          code.istore(0);
          code.goto_(again);
          code.labelBinding(end);
          code.iload(0);
          code.ireturn();
        });
    builder.withMethodBody(
        "step",
        type,
        AccessFlag.PUBLIC.mask(),
        code -> {
          code.iload(1);
          code.aload(2);
          code.invokestatic(desc, "part", type);
          code.aload(2);
          code.invokestatic(desc, "join", type);
          code.ireturn();
        });
  }

  private interface Naming {
    String method(int region);
  }

  /** Writes the method that calls that of a region by its number. */
  private void dispatch(ClassBuilder builder, String name, ClassDesc result, Naming naming) {
    MethodTypeDesc type = JvmTypes.method(result, CD_int, JvmTypes.WORK_ITEM);
    builder.withMethodBody(
        name,
        type,
        name.equals("part") ? PRIVATE_STATIC : AccessFlag.PUBLIC.mask(),
        code -> {
          int first = name.equals("part") ? 0 : 1;
          List<SwitchCase> cases = new ArrayList<>();
          for (Cuts.Region region : cuts.regions()) {
            cases.add(SwitchCase.of(region.index(), code.newLabel()));
          }
          code.iload(first);
          code.tableswitch(0, cases.size() - 1, cases.getFirst().target(), cases);
          for (SwitchCase each : cases) {
            code.labelBinding(each.target());
            code.aload(first + 1);
            code.invokestatic(
                desc, naming.method(each.caseValue()), JvmTypes.method(result, JvmTypes.WORK_ITEM));
            code.return_(result.equals(CD_int) ? TypeKind.INT : TypeKind.VOID);
          }
        });
  }

  private static MethodTypeDesc type(Function function) {
    List<ClassDesc> parameters = new ArrayList<>(List.of(JvmTypes.WORK_ITEM));
    for (Parameter parameter : function.parameters()) {
      for (int lane = 0; lane < parameter.type().lanes(); lane++) {
        parameters.add(JvmTypes.desc(parameter.type()));
      }
    }
    Type result = function.returnType();
    ClassDesc desc = result instanceof VectorType ? CD_void : JvmTypes.desc(result);
    return JvmTypes.method(desc, parameters.toArray(ClassDesc[]::new));
  }

  private void function(CodeBuilder code, Function function) {
    Emitter emitter = new Emitter(code, layout, 0);
    int slot = 1;
    for (Parameter parameter : function.parameters()) {
      emitter.place(parameter, slot);
      slot += JvmTypes.kind(parameter.type()).slotSize() * parameter.type().lanes();
    }
    Cuts whole = new Cuts(function, Set.of(), Set.of(), Set.of(), Map.of());
    BlockCode blocks = new BlockCode(emitter, this);
    new FlowCode(
            emitter,
            blocks,
            whole,
            new Uses(function),
            new FunctionExits(emitter, blocks, function))
        .emit(whole.regions().getFirst());
    emitter.nameVariables();
  }

  /** Leaves a function with its result. */
  private record FunctionExits(Emitter emitter, BlockCode blocks, Function function)
      implements FlowCode.Exits {
    @Override
    public void leave(@Nullable Value result) {
      Type type = function.returnType();
      CodeBuilder code = emitter.code();
      if (type instanceof VectorType) {
        for (int lane = 0; result != null && lane < type.lanes(); lane++) {
          blocks.result(type);
          code.loadConstant(lane);
          emitter.push(result, lane);
          code.arrayStore(JvmTypes.kind(type));
        }
        code.return_();
        return;
      }
      if (JvmTypes.kind(type) != TypeKind.VOID) {
        emitter.push(result == null ? new UndefConstant(type) : result, 0);
      }
      code.return_(JvmTypes.kind(type));
    }

    @Override
    public void cut(Instruction cut) {
      throw new EngineException(
          EngineException.Kind.UNSUPPORTED_PROGRAM,
          cut.location() + ": " + cut.mnemonic() + " in function " + function.name());
    }
  }
}
