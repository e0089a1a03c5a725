package dev.barnacle.cl;

import dev.barnacle.cl.internal.host.GivenNames;
import dev.barnacle.cl.internal.host.HostCpu;
import dev.barnacle.cl.internal.host.ProcessorTopology;
import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.DeviceMemory;
import dev.barnacle.engine.SubGroupSizes;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * A device of the platform ({@code clGetDeviceInfo}).
 *
 * @param type what kind of device
 * @param name the engine and the processor, or what {@code BARNACLE_DEVICE_NAME} says
 * @param vendor who makes it, or what {@code BARNACLE_DEVICE_VENDOR} says
 * @param version {@code CL_DEVICE_VERSION}
 * @param driverVersion Barnacle's version
 * @param openClC the newest OpenCL C that it compiles
 * @param computeUnits threads that run work-groups
 * @param maxWorkGroupSize work-items of a work-group at most
 * @param localMemBytes local memory of a work-group at most, in bytes
 * @param memory global memory
 * @param vectorBytes the bytes of a vector register that kernels use, from which follow the {@code
 *     CL_DEVICE_NATIVE_VECTOR_WIDTH_…}. Preferred is a width of 1: kernels become vectors across
 *     work-items
 * @param processors those that its threads run on, by the system's numbers, where that is known;
 *     the threads of a sub-device of an affinity domain stay on them
 * @param systemSvm whether kernels reach all memory of the process ({@code
 *     CL_DEVICE_SVM_FINE_GRAIN_SYSTEM}): under watch they don't, as accesses are checked against
 *     bounds
 */
public record Device(
    DeviceType type,
    String name,
    String vendor,
    String version,
    String driverVersion,
    String openClC,
    int computeUnits,
    long maxWorkGroupSize,
    long localMemBytes,
    DeviceMemory memory,
    int vectorBytes,
    List<Integer> processors,
    boolean systemSvm) {
  public Device {
    processors = List.copyOf(processors);
  }

  /** Says its name and how large it is. */
  @Override
  public String toString() {
    String units = computeUnits == 1 ? " compute unit, " : " compute units, ";
    return name + ", " + computeUnits + units + (globalMemBytes() >> 20) + " MiB";
  }

  /** Returns the global memory, in bytes. */
  public long globalMemBytes() {
    return memory.globalBytes();
  }

  /** Returns the largest memory object, in bytes. */
  public long maxMemAllocBytes() {
    return memory.maxAllocBytes();
  }

  /** Returns the largest constant argument, in bytes. */
  public long maxConstantBytes() {
    return memory.maxConstantBytes();
  }

  /**
   * Returns the device's clock, which is the host's monotonic clock too ({@code
   * clGetDeviceAndHostTimer}), in nanoseconds.
   */
  public static long timeNanos() {
    return System.nanoTime();
  }

  /**
   * Divides the device into as many sub-devices of so many compute units as there are ({@code
   * clCreateSubDevices}, {@code CL_DEVICE_PARTITION_EQUALLY}). A sub-device is the same device with
   * fewer compute units: it runs a kernel's work-groups on that many threads. Which processors
   * these use is the system's choice.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if {@code units} is not positive, or the device is
   *     a custom one, which is not divided; {@code CL_INVALID_DEVICE_PARTITION_COUNT} if the device
   *     has fewer; {@code CL_DEVICE_PARTITION_FAILED} if it has no more, and so isn't divided
   */
  public List<Device> partitionEqually(int units) {
    checkDivisible();
    if (units < 1) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "sub-devices of " + units + " compute units");
    }
    if (units >= computeUnits) {
      throw new ClException(
          units > computeUnits
              ? ErrorCode.CL_INVALID_DEVICE_PARTITION_COUNT
              : ErrorCode.CL_DEVICE_PARTITION_FAILED,
          "sub-devices of " + units + " compute units of a device that has " + computeUnits);
    }
    return Collections.nCopies(computeUnits / units, withComputeUnits(units));
  }

  /**
   * Divides the device into sub-devices of these compute units ({@code clCreateSubDevices}, {@code
   * CL_DEVICE_PARTITION_BY_COUNTS}).
   *
   * @throws ClException {@code CL_INVALID_DEVICE_PARTITION_COUNT} if there are none, one is not
   *     positive, or they are more than the device has
   */
  public List<Device> partitionByCounts(List<Integer> units) {
    checkDivisible();
    long sum = units.stream().mapToLong(Integer::longValue).sum();
    if (units.isEmpty() || units.stream().anyMatch(u -> u < 1) || sum > computeUnits) {
      throw new ClException(
          ErrorCode.CL_INVALID_DEVICE_PARTITION_COUNT,
          "sub-devices of " + units + " compute units of a device that has " + computeUnits);
    }
    return units.stream().map(this::withComputeUnits).toList();
  }

  /**
   * Returns the domains that the device can be divided by ({@code
   * CL_DEVICE_PARTITION_AFFINITY_DOMAIN}), from the widest; none where the system does not tell, or
   * the threads are not one a processor.
   */
  public List<AffinityDomain> affinityDomains() {
    return Stream.of(AffinityDomain.values())
        .filter(d -> ProcessorTopology.groups(d, processors).size() > 1)
        .toList();
  }

  /**
   * Divides the device into sub-devices of processors that share a cache or a memory node ({@code
   * clCreateSubDevices}, {@code CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN}); their threads stay there.
   * The first of {@link #affinityDomains} is what {@code
   * CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE} stands for.
   *
   * @throws ClException {@code CL_DEVICE_PARTITION_FAILED} if the domain is not one of those
   */
  public List<Device> partitionByAffinity(AffinityDomain domain) {
    List<List<Integer>> groups = ProcessorTopology.groups(domain, processors);
    if (groups.size() < 2) {
      throw new ClException(
          ErrorCode.CL_DEVICE_PARTITION_FAILED, "the device has no two parts by " + domain);
    }
    return groups.stream().map(g -> part(g.size(), g)).toList();
  }

  private void checkDivisible() {
    if (type == DeviceType.CUSTOM) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "a custom device is not divided");
    }
  }

  private Device withComputeUnits(int units) {
    return part(units, List.of());
  }

  private Device part(int units, List<Integer> on) {
    return new Device(
        type,
        name,
        vendor,
        version,
        driverVersion,
        openClC,
        units,
        maxWorkGroupSize,
        localMemBytes,
        memory,
        vectorBytes,
        on,
        systemSvm);
  }

  /** Returns whether it is {@code whole} or one of its sub-devices. */
  boolean isPartOf(Device whole) {
    return equals(whole)
        || (computeUnits <= whole.computeUnits
            && type == whole.type
            && whole.processors.containsAll(processors)
            && equals(whole.part(computeUnits, processors)));
  }

  /** Returns the sizes that {@code intel_reqd_sub_group_size} can ask for, in rising order. */
  public List<Integer> subGroupSizes() {
    return SubGroupSizes.ALL;
  }

  /** Returns how its processors lie. */
  public ProcessorShape shape() {
    return ProcessorShape.of(computeUnits, processors);
  }

  /** Returns what the device offers of images. */
  public ImageLimits images() {
    return ImageLimits.OF_PROCESSORS;
  }

  /** Returns the device that runs {@link BuiltInKernels} alone, on the processor's threads. */
  static Device custom(Device processor) {
    return new Device(
        DeviceType.CUSTOM,
        "Barnacle built-in kernels on " + HostCpu.name(),
        processor.vendor,
        processor.version,
        processor.driverVersion,
        "",
        processor.computeUnits,
        processor.maxWorkGroupSize,
        processor.localMemBytes,
        processor.memory,
        processor.vectorBytes,
        List.of(),
        processor.systemSvm);
  }

  /** Returns what the device offers of pipes. */
  public PipeLimits pipes() {
    return type == DeviceType.CUSTOM ? PipeLimits.NONE : PipeLimits.OF_PROCESSORS;
  }

  static Device of(String engine, DeviceLimits limits) {
    return new Device(
        DeviceType.CPU,
        GivenNames.OF_PROCESS.of(
            "BARNACLE_DEVICE_NAME", "Barnacle " + engine + " on " + HostCpu.name()),
        GivenNames.OF_PROCESS.of("BARNACLE_DEVICE_VENDOR", Platform.VENDOR),
        Platform.VERSION,
        Platform.release(),
        "OpenCL C 3.0",
        limits.computeUnits(),
        limits.maxWorkGroupSize(),
        limits.localMemBytes(),
        limits.memory(),
        limits.vectorBytes(),
        engine.equals("simd") ? ProcessorTopology.processors(limits.computeUnits()) : List.of(),
        !engine.equals("watch"));
  }
}
