package dev.barnacle.simd.internal.vector;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorConstant;
import dev.barnacle.ir.VectorType;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.analysis.PrivateArrays;
import dev.barnacle.simd.internal.analysis.ValueUses;
import dev.barnacle.simd.internal.emit.CounterEmitter;
import dev.barnacle.simd.internal.emit.EmitScope;
import dev.barnacle.simd.internal.emit.GroupScope;
import dev.barnacle.simd.internal.emit.InfoText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The values of one region when neighbouring work-items run as the lanes of vectors.
 *
 * <p>A uniform or affine value is one LLVM scalar (for affine ones the first lane's). A varying
 * value is an LLVM vector with an element a lane; for an OpenCL vector one such for each component.
 * A value that is used in another piece than its own stands in a stack slot, which LLVM turns into
 * registers; what a loop computes that lanes leave at different times is written only for the lanes
 * that are still in it.
 */
public final class VectorScope extends EmitScope {
  private final GroupScope group;
  private final BarrierRegions.Region region;
  private final LaneShapes shapes;
  private final ValueUses uses;
  private final int lanes;
  private final int active;
  private final Map<Instruction, String> scalars = new HashMap<>();
  private final Map<Instruction, List<String>> vectors = new HashMap<>();
  private final Map<Instruction, Integer> slots = new HashMap<>();
  private @Nullable CounterEmitter counters;
  private Mask mask;
  private int piece;

  /**
   * The lanes that run.
   *
   * @param text a vector of i1
   * @param full it is known to be all true
   */
  public record Mask(String text, boolean full) {}

  /**
   * Makes the scope of a region.
   *
   * @param active the lanes that may do anything
   */
  public VectorScope(
      GroupScope group,
      BarrierRegions.Region region,
      LaneShapes shapes,
      ValueUses uses,
      int active) {
    super(group.module(), group.names());
    this.group = group;
    this.region = region;
    this.shapes = shapes;
    this.uses = uses;
    this.lanes = group.lanes();
    this.active = active;
    this.mask = new Mask(splatConstant("true"), true);
  }

  public int lanes() {
    return lanes;
  }

  /** Returns how many lanes, from the first, may do anything in this region: a power of two. */
  public int active() {
    return active;
  }

  public LaneShape shape(Value value) {
    return shapes.of(value);
  }

  /** Names the copies of counters that the region has. */
  public void setCounters(@Nullable CounterEmitter copies) {
    counters = copies;
  }

  /** Returns the copies of counters that the region has; null if it has none. */
  public @Nullable CounterEmitter counters() {
    return counters;
  }

  public PrivateArrays arrays() {
    return shapes.arrays();
  }

  public Mask mask() {
    return mask;
  }

  /** Emits what belongs to some of the lanes that run. */
  public void under(Mask some, Runnable emission) {
    Mask all = mask;
    mask = some;
    emission.run();
    mask = all;
  }

  public GroupScope group() {
    return group;
  }

  public BarrierRegions.Region region() {
    return region;
  }

  /** Starts a piece: nothing that was computed elsewhere is known by name. */
  public void begin(Mask lanesThatRun) {
    mask = lanesThatRun;
    piece++;
    scalars.clear();
    vectors.clear();
  }

  /** Returns the number of the piece that is emitted. */
  public int piece() {
    return piece;
  }

  // Types and constants of vectors.

  /** Returns the type of a vector with an element of {@code scalar} for each lane. */
  public String vectorType(Type scalar) {
    return LlvmTypes.vector(lanes, scalar);
  }

  /** Returns the suffix of intrinsics on such vectors. */
  public String vectorSuffix(Type scalar) {
    return "v" + lanes + (scalar.isPointer() ? "p0" : LlvmTypes.suffix(scalar));
  }

  public String splatConstant(String element) {
    String type = element.equals("true") || element.equals("false") ? "i1 " : "";
    return vectorConstant(l -> type + element);
  }

  /** Returns a literal with the same element for each lane. */
  public String constant(Type scalar, String element) {
    String text = LlvmText.typed(LlvmTypes.type(scalar), element);
    return vectorConstant(l -> text);
  }

  public String constant(Type scalar, long element) {
    return constant(scalar, Long.toString(element));
  }

  /** Returns a literal with a typed element for each lane. */
  public String vectorConstant(IntFunction<String> element) {
    return IntStream.range(0, lanes).mapToObj(element).collect(Collectors.joining(", ", "<", ">"));
  }

  public String splat(Type scalar, String text) {
    return out().splat(lanes, LlvmTypes.type(scalar), text);
  }

  /** Chooses for each lane between two vectors of an LLVM type. */
  public String select(String truths, String type, String a, String b) {
    return out().select(vectorType(Types.I1), truths, type, a, b);
  }

  // Reading values.

  /** Returns the component {@code part} of a value for all lanes. */
  public String part(Value value, int part) {
    if (value instanceof Constant constant) {
      Constant element = constant instanceof VectorConstant v ? v.elements().get(part) : constant;
      Type scalar = value.type().scalar();
      String text =
          LlvmTypes.type(scalar)
              + " "
              + (element.type() instanceof VectorType ? "undef" : LlvmTypes.constant(element));
      return vectorConstant(l -> text);
    }
    LaneShape shape = shape(value);
    if (shape.isVarying()) {
      return varying((Instruction) value).get(part);
    }
    Type scalar = value.type().scalar();
    String text = operand(value);
    if (value.type() instanceof VectorType) {
      text = out().extract(LlvmTypes.type(value.type()), text, part);
    }
    return shape.isUniform() ? splat(scalar, text) : affine(scalar, text, shape.stride());
  }

  private String affine(Type scalar, String base, long stride) {
    if (scalar.isPointer()) {
      String steps = vectorConstant(l -> "i64 " + l * stride);
      return out().gep("i8", "ptr", base, LlvmTypes.vector(lanes, "i64"), steps);
    }
    IntType type = (IntType) scalar;
    String text = LlvmTypes.type(scalar);
    String steps = vectorConstant(l -> text + " " + type.normalize(l * stride));
    return out().add(vectorType(scalar), splat(scalar, base), steps);
  }

  private List<String> varying(Instruction value) {
    List<String> known = vectors.get(value);
    if (known != null) {
      return known;
    }
    requireSlot(value);
    List<String> loaded = new ArrayList<>();
    for (int p = 0; p < value.type().lanes(); p++) {
      loaded.add(out().load(vectorType(value.type().scalar()), slot(value, p)));
    }
    vectors.put(value, loaded);
    return loaded;
  }

  // Defining values.

  /** Makes {@code parts} the result of a varying instruction. */
  public void set(Instruction instruction, List<String> parts) {
    vectors.put(instruction, parts);
    if (!uses.needsSlot(instruction)) {
      return;
    }
    for (int p = 0; p < parts.size(); p++) {
      String type = vectorType(instruction.type().scalar());
      String value = parts.get(p);
      if (uses.needsBlend(instruction)) {
        value = blend(type, mask, value, slot(instruction, p));
      }
      out().store(type, value, slot(instruction, p));
    }
  }

  /** Returns {@code value} in the lanes of {@code where} and what the slot holds in the others. */
  String blend(String type, Mask where, String value, String slot) {
    if (where.full()) {
      return value;
    }
    String old = out().load(type, slot);
    return select(where.text(), type, value, old);
  }

  /** Returns {@code value} in the lanes that run and what memory holds in the others. */
  public String blendMemory(String type, String value, String address, long alignment) {
    if (mask.full()) {
      return value;
    }
    String old = out().load(type, address, alignment);
    return select(mask.text(), type, value, old);
  }

  /** Returns whether anything needs the result. */
  public boolean isUsed(Instruction value) {
    return uses.isUsed(value);
  }

  /** Nothing was ever stored in the slot of a value that {@link ValueUses} did not foresee. */
  private void requireSlot(Instruction value) {
    if (!uses.needsSlot(value)) {
      throw new IllegalStateException("a " + value.mnemonic() + " is read where it is not known");
    }
  }

  /** Returns whether the value was computed in the piece that is emitted. */
  public boolean knows(Instruction value) {
    return scalars.containsKey(value) || vectors.containsKey(value);
  }

  /**
   * Returns the slot of a component of a varying value, or of a uniform or affine value ({@code
   * part} 0).
   */
  String slot(Instruction value, int part) {
    Integer number = slots.get(value);
    if (number == null) {
      number = names().number();
      slots.put(value, number);
      boolean varying = shape(value).isVarying();
      int count = varying ? value.type().lanes() : 1;
      for (int p = 0; p < count; p++) {
        String type = varying ? vectorType(value.type().scalar()) : LlvmTypes.type(value.type());
        group.allocas().as("%vs" + number + "." + p).alloca(type);
      }
    }
    return "%vs" + number + "." + part;
  }

  @Override
  public void alias(Instruction instruction, String text) {
    scalars.put(instruction, text);
    defined(instruction);
  }

  @Override
  public String parameter(Parameter parameter) {
    return group.parameter(parameter);
  }

  @Override
  public String result(Instruction instruction) {
    if (shape(instruction).isVarying()) {
      throw new IllegalStateException(
          "a varying " + instruction.mnemonic() + " is used as a scalar");
    }
    if (instruction instanceof Alloca alloca) {
      return group.privateMemory(region, alloca, out());
    }
    String known = scalars.get(instruction);
    if (known != null) {
      return known;
    }
    requireSlot(instruction);
    String type = LlvmTypes.type(instruction.type());
    String loaded = out().load(type, slot(instruction, 0));
    scalars.put(instruction, loaded);
    return loaded;
  }

  @Override
  public String nameOf(Instruction instruction) {
    return scalars.computeIfAbsent(instruction, i -> "%u" + names().number());
  }

  @Override
  public void defined(Instruction instruction) {
    if (shape(instruction).isVarying()) {
      spread(instruction, Objects.requireNonNull(scalars.remove(instruction)));
      return;
    }
    if (uses.needsSlot(instruction)) {
      String type = LlvmTypes.type(instruction.type());
      String text = Objects.requireNonNull(scalars.get(instruction));
      String slot = slot(instruction, 0);
      if (uses.needsBlend(instruction) && !mask.full()) {
        text = unlessEmpty(type, text, slot);
      }
      out().store(type, text, slot);
    }
  }

  /** Gives all lanes a result that they have alike now, but keep one by one. */
  private void spread(Instruction instruction, String text) {
    Type type = instruction.type();
    List<String> parts = new ArrayList<>();
    for (int p = 0; p < type.lanes(); p++) {
      String part =
          type instanceof VectorType ? out().extract(LlvmTypes.type(type), text, p) : text;
      parts.add(splat(type.scalar(), part));
    }
    set(instruction, parts);
  }

  /** Returns {@code text} if any lane runs, and what the slot holds if none does. */
  private String unlessEmpty(String type, String text, String slot) {
    String old = out().load(type, slot);
    String some = any(mask.text());
    return out().select(some, type, text, old);
  }

  @Override
  public String label(Block block) {
    throw new IllegalStateException("jumps of lanes are not emitted in place");
  }

  @Override
  public void emitReturn(Instruction instruction) {
    throw new IllegalStateException("returns of lanes are not emitted in place");
  }

  @Override
  public String workItem(WorkItemId id, int dimension) {
    return switch (id) {
      case LOCAL_ID -> "%r" + region.index() + ".lid" + dimension;
      case GLOBAL_ID -> "%r" + region.index() + ".gid" + dimension;
      case GROUP_ID -> "%grp" + dimension;
      case LOCAL_SIZE -> InfoText.localSize(module().specialization(), dimension);
    };
  }

  @Override
  public @Nullable String localLinearId() {
    return module().specialization().flat() ? "%r" + region.index() + ".lid0" : null;
  }

  @Override
  public String accessMetadata(Value pointer) {
    return aliasTags(pointer);
  }

  /** Adds a mask as an integer of as many bits as there are lanes. */
  public String bits(String maskText) {
    return out().bitcast(vectorType(Types.I1), maskText, "i" + lanes);
  }

  /** Adds a test whether any lane of a mask is set, an i1. */
  public String any(String maskText) {
    String bits = bits(maskText);
    return out().icmp("ne", "i" + lanes, bits, 0);
  }

  /** Adds a test whether all lanes of a mask are set, an i1. */
  public String all(String maskText) {
    String bits = bits(maskText);
    return out().icmp("eq", "i" + lanes, bits, -1);
  }

  public static boolean isTruth(Type type) {
    return type.scalar().equals(Types.I1);
  }
}
