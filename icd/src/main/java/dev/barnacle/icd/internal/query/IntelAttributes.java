package dev.barnacle.icd.internal.query;

import dev.barnacle.cl.Device;
import dev.barnacle.cl.ProcessorShape;
import dev.barnacle.icd.internal.handle.DeviceHandle;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The answers of {@code cl_intel_device_attribute_query}, whose words are those of graphics
 * processors: of a processor a slice is a memory node, a sub-slice what shares a cache of level 3,
 * an execution unit a core, and a thread one of the core's hardware threads.
 */
final class IntelAttributes {
  private static final int IP_VERSION = 0x4250;
  private static final int ID = 0x4251;
  private static final int NUM_SLICES = 0x4252;
  private static final int NUM_SUB_SLICES_PER_SLICE = 0x4253;
  private static final int NUM_EUS_PER_SUB_SLICE = 0x4254;
  private static final int NUM_THREADS_PER_EU = 0x4255;
  private static final int FEATURE_CAPABILITIES = 0x4256;

  private IntelAttributes() {}

  /** Answers a query, or tells that it is none of the extension's. */
  static boolean write(DeviceHandle handle, int parameter, Info out) {
    ProcessorShape whole = root(handle).device().shape();
    switch (parameter) {
      case IP_VERSION -> out.int32(version());
      case ID -> out.int32(id(root(handle).device()));
      case NUM_SLICES -> out.int32(slices(handle, whole));
      case NUM_SUB_SLICES_PER_SLICE -> out.int32(whole.cachesPerNode());
      case NUM_EUS_PER_SUB_SLICE -> out.int32(whole.coresPerCache());
      case NUM_THREADS_PER_EU -> out.int32(whole.threadsPerCore());
      // DP4A and DPAS are instructions of graphics processors.
      case FEATURE_CAPABILITIES -> out.int64(0);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static DeviceHandle root(DeviceHandle handle) {
    DeviceHandle root = handle;
    for (DeviceHandle parent = root; parent != null; parent = parent.parent()) {
      root = parent;
    }
    return root;
  }

  /** As a sub-device has only some of the slices: those that its compute units come to. */
  private static int slices(DeviceHandle handle, ProcessorShape whole) {
    if (handle.parent() == null) {
      return whole.nodes();
    }
    int slice = whole.cachesPerNode() * whole.coresPerCache() * whole.threadsPerCore();
    return Math.ceilDiv(handle.device().computeUnits(), slice);
  }

  /** The generation as a {@code cl_version}. */
  private static int version() {
    List<Integer> numbers = ProcessorShape.generation();
    return (numbers.get(0) & 0x3FF) << 22
        | (numbers.get(1) & 0x3FF) << 12
        | (numbers.get(2) & 0xFFF);
  }

  /** A number that processors of other kinds or counts do not have; there is no PCI device. */
  private static int id(Device device) {
    CRC32 sum = new CRC32();
    String all = ProcessorShape.generation() + device.name() + device.computeUnits();
    sum.update(all.getBytes(StandardCharsets.UTF_8));
    return (int) sum.getValue();
  }
}
