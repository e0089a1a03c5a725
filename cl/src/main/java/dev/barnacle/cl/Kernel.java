package dev.barnacle.cl;

import dev.barnacle.cl.internal.life.EngineErrors;
import dev.barnacle.cl.internal.program.KernelAccess;
import dev.barnacle.cl.internal.queue.KernelDuration;
import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.KernelLimits;
import dev.barnacle.engine.KernelTraits;
import dev.barnacle.engine.LocalSizeChooser;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.KernelInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A kernel of a program. It has no state: its arguments are bound by {@link #with}, so that many
 * threads can launch it with arguments of their own.
 */
public final class Kernel {
  static {
    KernelAccess.set(kernel -> ((Kernel) kernel).program.code().watched());
  }

  private final Program program;
  private final Function function;
  private final KernelInfo info;
  private final List<KernelParameter> parameters;
  private final boolean uniformOnly;
  private final KernelDuration duration = new KernelDuration();
  private volatile @Nullable KernelTraits traits;

  Kernel(Program program, Function function, boolean uniformOnly) {
    this.program = program;
    this.function = function;
    this.info = Objects.requireNonNull(function.kernel());
    this.parameters = KernelParameter.of(function, info);
    this.uniformOnly = uniformOnly;
    program.code().executable().expect(function);
  }

  /** Returns its name. */
  public String name() {
    return function.name();
  }

  /** Returns its program. */
  public Program program() {
    return program;
  }

  /** Returns its parameters in order. */
  public List<KernelParameter> parameters() {
    return parameters;
  }

  /** Returns the sizes of {@code reqd_work_group_size}: three, or none. */
  public List<Integer> requiredWorkGroupSize() {
    return info.requiredWorkGroupSize();
  }

  /** Returns the size of {@code intel_reqd_sub_group_size}; 0 without one. */
  public int requiredSubGroupSize() {
    return info.requiredSubGroupSize();
  }

  /**
   * Returns how many sub-groups its work-groups must have ({@code
   * CL_KERNEL_COMPILE_NUM_SUB_GROUPS}; {@code SubgroupsPerWorkgroup} of SPIR-V); 0 for any number.
   */
  public int requiredSubGroups() {
    return info.requiredSubGroups();
  }

  /**
   * Returns its attributes as they are declared, separated by blanks, such as {@code
   * reqd_work_group_size(8,8,1) vec_type_hint(float4)} ({@code CL_KERNEL_ATTRIBUTES}).
   */
  public String attributes() {
    List<String> all = new ArrayList<>();
    addSizes(all, "reqd_work_group_size", info.requiredWorkGroupSize());
    addSizes(all, "work_group_size_hint", info.workGroupSizeHint());
    if (!info.vectorTypeHint().isEmpty()) {
      all.add("vec_type_hint(" + info.vectorTypeHint() + ")");
    }
    if (info.requiredSubGroupSize() > 0) {
      all.add("intel_reqd_sub_group_size(" + info.requiredSubGroupSize() + ")");
    }
    return String.join(" ", all);
  }

  private static void addSizes(List<String> to, String name, List<Integer> sizes) {
    if (!sizes.isEmpty()) {
      to.add(sizes.stream().map(String::valueOf).collect(Collectors.joining(",", name + "(", ")")));
    }
  }

  /** Returns the kernel as it is declared, such as {@code saxpy(float a, float* x, float* y)}. */
  public String signature() {
    return name()
        + parameters.stream()
            .map(p -> p.declaredType() + " " + p.name())
            .collect(Collectors.joining(", ", "(", ")"));
  }

  /**
   * Binds arguments, one for each parameter in order, and checks them. What may be passed:
   *
   * <ul>
   *   <li>for pointers to global or constant memory a {@link Buffer}, a {@link SvmBlock}, a {@link
   *       SvmPointer} or {@link DevicePointer} into one, or null for a null pointer;
   *   <li>for pointers to local memory a {@link LocalMemory};
   *   <li>for images an {@link Image} of their shape whose flags allow what the kernel does, and
   *       for samplers a {@link Sampler};
   *   <li>for pipes a {@link Pipe}, whose packets are as large as the declared type;
   *   <li>for scalars a {@link Number} (or {@link Character}, an unsigned 16-bit integer) whose
   *       value the declared type has exactly: {@code 3} or {@code 0.5} for a {@code float} is
   *       well, {@code 0.1} (a {@code double}) or an {@code int} parameter given {@code 1.5f} is an
   *       error; a negative integer for an unsigned type stands for its two's complement;
   *   <li>for vectors an array of numbers, one for each lane, converted as scalars are;
   *   <li>for structs, and for any value, a {@link java.lang.foreign.MemorySegment} with its bytes
   *       (copied now), as many as the type has.
   * </ul>
   *
   * @throws ClException {@code CL_INVALID_KERNEL_ARGS} for too few or too many arguments; {@code
   *     CL_INVALID_ARG_VALUE}, {@code CL_INVALID_ARG_SIZE} or {@code CL_INVALID_MEM_OBJECT} for one
   *     that does not fit its parameter
   */
  public BoundKernel with(@Nullable Object... arguments) {
    return new BoundKernel(this, ArgumentBinder.bind(this, arguments));
  }

  /** Returns arguments of the kernel that are set one by one; none is set yet. */
  public KernelArguments arguments() {
    return new KernelArguments(this);
  }

  /**
   * Returns the bytes of local memory that its variables take; its arguments may come to that
   * ({@code CL_KERNEL_LOCAL_MEM_SIZE}).
   */
  public long localMemoryBytes() {
    return traits().localBytes();
  }

  /**
   * Returns how many work-items a work-group can have at most, with what each takes ({@code
   * CL_KERNEL_WORK_GROUP_SIZE}); those of {@code reqd_work_group_size}, if the kernel has that.
   */
  public long maxWorkGroupSize() {
    return kernelLimits().maxWorkGroupSize();
  }

  /**
   * Returns how many work-items run as the lanes of vectors, for which work-groups should have a
   * multiple of that ({@code CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE}); 1 where they run one
   * by one.
   */
  public int preferredWorkGroupSizeMultiple() {
    return kernelLimits().lanes();
  }

  /**
   * Returns the bytes of private memory that a work-item takes, with what it keeps across barriers
   * ({@code CL_KERNEL_PRIVATE_MEM_SIZE}).
   */
  public long privateMemoryBytes() {
    return kernelLimits().privateBytes();
  }

  /**
   * Returns how many work-items a sub-group has at most in work-groups of a local size ({@code
   * CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE}; OpenCL API, 5.9.4). All sub-groups of a work-group
   * have so many but the last one, which may have fewer.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if the local size is none
   */
  public long maxSubGroupSize(List<Long> local) {
    return Math.min(kernelLimits().subGroupSize(), workItems(local));
  }

  /**
   * Returns how many sub-groups work-groups of a local size have ({@code
   * CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE}; OpenCL API, 5.9.4).
   *
   * @throws ClException {@code CL_INVALID_VALUE} if the local size is none
   */
  public long subGroups(List<Long> local) {
    return kernelLimits().subGroups(workItems(local));
  }

  /**
   * Returns the local size, of one dimension, of work-groups that have so many sub-groups, all of
   * them full ({@code CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT}; OpenCL API, 5.9.4); 0 if there is
   * none.
   */
  public long localSizeForSubGroups(long count) {
    KernelLimits limits = kernelLimits();
    if (count < 1 || count > limits.maxWorkGroupSize() / limits.subGroupSize()) {
      return 0;
    }
    long size = count * limits.subGroupSize();
    List<Integer> required = info.requiredWorkGroupSize();
    boolean fits =
        required.isEmpty() || (size == limits.maxWorkGroupSize() && size == required.getFirst());
    return fits ? size : 0;
  }

  /**
   * Returns how many sub-groups a work-group can have ({@code CL_KERNEL_MAX_NUM_SUB_GROUPS}; OpenCL
   * API, 5.9.4).
   */
  public long maxSubGroups() {
    KernelLimits limits = kernelLimits();
    return limits.subGroups(limits.maxWorkGroupSize());
  }

  private static long workItems(List<Long> local) {
    long product = 1;
    for (long size : local) {
      if (size < 1 || size > Integer.MAX_VALUE || product > Integer.MAX_VALUE) {
        throw new ClException(ErrorCode.CL_INVALID_VALUE, "no local size: " + NDRange.text(local));
      }
      product *= size;
    }
    return product;
  }

  private KernelLimits kernelLimits() {
    try {
      return program.code().executable().limits(function);
    } catch (EngineException e) {
      throw EngineErrors.of(e);
    }
  }

  /** Asks for them when they are needed, as the code may have to be read. */
  private KernelTraits traits() {
    KernelTraits known = traits;
    if (known == null) {
      known = program.code().executable().traits(function);
      traits = known;
    }
    return known;
  }

  Function function() {
    return function;
  }

  /**
   * Returns the local size that launches over a range have which leave it open ({@code
   * clGetKernelSuggestedLocalWorkSize}; OpenCL API, 5.9.4).
   *
   * @throws ClException {@code CL_INVALID_GLOBAL_WORK_SIZE} if the range has no work-items; {@code
   *     CL_INVALID_WORK_GROUP_SIZE} if no local size of so many dimensions fits the kernel
   */
  public List<Long> suggestedLocalSize(NDRange range) {
    if (range.isEmpty()) {
      throw new ClException(
          ErrorCode.CL_INVALID_GLOBAL_WORK_SIZE, "no work-items: " + NDRange.text(range.global()));
    }
    return localSize(NDRange.of(range.global().stream().mapToLong(Long::longValue).toArray()));
  }

  /** Returns the local size for a range, chosen where it is left open, and checks both. */
  List<Long> localSize(NDRange range) {
    List<Long> required = required(range.dimensions());
    List<Long> local = range.local();
    if (local.isEmpty() && required.isEmpty() && requiredSubGroups() > 0) {
      local = ofRequiredSubGroups(range.dimensions());
    }
    if (local.isEmpty() && required.isEmpty()) {
      return new LocalSizeChooser(traits(), limits()).choose(range.global());
    }
    if (local.isEmpty()) {
      local = required;
    } else if (!required.isEmpty() && !required.equals(local)) {
      throw new ClException(
          ErrorCode.CL_INVALID_WORK_GROUP_SIZE,
          "kernel '"
              + name()
              + "' requires a local size of "
              + NDRange.text(required)
              + ", not "
              + NDRange.text(local));
    }
    checkSize(local);
    checkSubGroups(local);
    checkUniform(range.global(), local);
    return local;
  }

  private List<Long> ofRequiredSubGroups(int dimensions) {
    List<Long> local = new ArrayList<>(Collections.nCopies(dimensions, 1L));
    local.set(0, Math.max(1, localSizeForSubGroups(requiredSubGroups())));
    return local;
  }

  private void checkSubGroups(List<Long> local) {
    int wanted = requiredSubGroups();
    if (wanted > 0 && subGroups(local) != wanted) {
      throw new ClException(
          ErrorCode.CL_INVALID_WORK_GROUP_SIZE,
          "kernel '%s' requires work-groups of %d sub-groups; those of a local size of %s have %d"
              .formatted(name(), wanted, NDRange.text(local), subGroups(local)));
    }
  }

  private List<Long> required(int dimensions) {
    List<Integer> sizes = info.requiredWorkGroupSize();
    if (sizes.isEmpty()) {
      return List.of();
    }
    for (int d = dimensions; d < sizes.size(); d++) {
      if (sizes.get(d) != 1) {
        throw new ClException(
            ErrorCode.CL_INVALID_WORK_GROUP_SIZE,
            "kernel '"
                + name()
                + "' requires a local size of "
                + sizes.stream().map(String::valueOf).collect(Collectors.joining("x"))
                + ", which is no size of "
                + dimensions
                + (dimensions == 1 ? " dimension" : " dimensions"));
      }
    }
    return sizes.stream().limit(dimensions).map(Integer::longValue).toList();
  }

  private void checkSize(List<Long> local) {
    long limit = limits().maxWorkGroupSize();
    long product = 1;
    for (long size : local) {
      product = size > limit || product > limit ? limit + 1 : product * size;
    }
    if (product > limit) {
      throw new ClException(
          ErrorCode.CL_INVALID_WORK_GROUP_SIZE,
          "a local size of "
              + NDRange.text(local)
              + " is more than the device's maximum of "
              + limit
              + " work-items");
    }
  }

  private void checkUniform(List<Long> global, List<Long> local) {
    if (!uniformOnly) {
      return;
    }
    for (int d = 0; d < global.size(); d++) {
      if (global.get(d) % local.get(d) != 0) {
        throw new ClException(
            ErrorCode.CL_INVALID_WORK_GROUP_SIZE,
            "the local size "
                + NDRange.text(local)
                + " does not divide the global size "
                + NDRange.text(global)
                + ", as it must for programs of OpenCL C 1.2 (what they are without -cl-std) and"
                + " with -cl-uniform-work-group-size; -cl-std=CL3.0 allows it");
      }
    }
  }

  /** Returns what is known of how long it takes. */
  KernelDuration duration() {
    return duration;
  }

  private DeviceLimits limits() {
    return program.context().engine().engine().limits();
  }

  @Override
  public String toString() {
    return signature();
  }
}
