package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Printf;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.cpu.VectorMath;
import dev.barnacle.simd.internal.plan.Remarks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The state that the functions of one LLVM module under construction share. */
public final class ModuleContext {
  private final Specialization specialization;
  private final ArenaLayout layout;
  private final GlobalText globals;
  private final Set<String> declarations = new TreeSet<>();
  private final List<String> metadata = new ArrayList<>();
  private final List<Printf> printfs = new ArrayList<>();
  private final List<String> blocks = new ArrayList<>();
  private final Set<String> kept = new TreeSet<>();
  private final Map<Function, VectorizableLoops> loops = new HashMap<>();
  private boolean usesRuntime;
  private @Nullable AliasMetadata aliases;
  private String emptyNode = "";

  private final TargetCpu target;
  private final VectorMath math;
  private final Remarks remarks;
  private final int subGroupSize;

  public ModuleContext(
      Specialization specialization,
      int subGroupSize,
      ArenaLayout layout,
      GlobalText globals,
      TargetCpu target,
      Remarks remarks) {
    this.target = target;
    this.math = new VectorMath(target);
    this.remarks = remarks;
    this.specialization = specialization;
    this.subGroupSize = subGroupSize;
    this.layout = layout;
    this.globals = globals;
  }

  /** Sets what is known of the kernel's pointers. */
  public void setAliases(AliasMetadata facts) {
    aliases = facts;
  }

  public AliasMetadata aliases() {
    return Objects.requireNonNull(aliases);
  }

  public Specialization specialization() {
    return specialization;
  }

  /** Returns what an access may rely upon of the alignment that its address should have. */
  public long alignment(long expected) {
    return specialization.aligned() ? Math.max(1, expected) : 1;
  }

  /** Returns the work-items of a full sub-group: the lanes of a vector. */
  int subGroupSize() {
    return subGroupSize;
  }

  ArenaLayout layout() {
    return layout;
  }

  public GlobalText globals() {
    return globals;
  }

  public TargetCpu target() {
    return target;
  }

  public VectorMath math() {
    return math;
  }

  public Remarks remarks() {
    return remarks;
  }

  /**
   * Makes sure that a function is declared; {@code declaration} is what follows {@code declare}.
   */
  public void declare(String declaration) {
    declarations.add(declaration);
  }

  /** Makes sure that a function is declared, whose name begins with {@code @}. */
  public void declare(String result, String function, List<String> types) {
    declare(result + " " + function + "(" + String.join(", ", types) + ")");
  }

  /** Adds a metadata node and returns its name, such as {@code !3}. */
  public String metadata(String node) {
    String name = "!" + metadata.size();
    metadata.add(name + " = " + node.replace("SELF", name));
    return name;
  }

  /** Returns which loops of {@code function} LLVM may vectorise. */
  VectorizableLoops loops(Function function) {
    return loops.computeIfAbsent(function, VectorizableLoops::new);
  }

  /** Returns the number by which the running code names this {@code printf}. */
  int printf(Printf printf) {
    printfs.add(printf);
    return printfs.size() - 1;
  }

  public List<Printf> printfs() {
    return printfs;
  }

  /**
   * Returns the number by which the running code names a kernel in an operation on queues.
   *
   * @param kernel null for an operation that names none
   */
  int block(@Nullable Function kernel) {
    String name = kernel == null ? "" : kernel.name();
    if (!blocks.contains(name)) {
      blocks.add(name);
    }
    return blocks.indexOf(name);
  }

  /** Returns the names of those kernels; none where nothing asks for queues. */
  public List<String> blocks() {
    return blocks;
  }

  /** Makes sure that the functions of {@link RuntimeText} are there. */
  void useRuntime() {
    usesRuntime = true;
  }

  /** Keeps a declared function in the module although nothing refers to it. */
  void keep(String function) {
    kept.add(function);
  }

  /** Returns the empty metadata node. */
  String emptyNode() {
    if (emptyNode.isEmpty()) {
      emptyNode = metadata("!{}");
    }
    return emptyNode;
  }

  /** Returns what stands after the functions: helper functions, declarations, metadata. */
  public String trailer() {
    StringBuilder text = new StringBuilder();
    if (usesRuntime) {
      declare("void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)");
      declare("ptr @llvm.stacksave.p0()");
      text.append(RuntimeText.of(layout));
    }
    if (!kept.isEmpty()) {
      String list = kept.stream().map(f -> "ptr @" + f).collect(Collectors.joining(", "));
      text.append("@llvm.compiler.used = appending global [")
          .append(kept.size())
          .append(" x ptr] [")
          .append(list)
          .append("], section \"llvm.metadata\"\n");
    }
    declarations.forEach(d -> text.append("declare ").append(d).append('\n'));
    metadata.forEach(m -> text.append(m).append('\n'));
    return text.toString();
  }
}
