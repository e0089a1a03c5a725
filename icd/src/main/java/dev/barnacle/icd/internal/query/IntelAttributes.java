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
  private IntelAttributes() {}

  /** Returns the shape of all processors, whatever part of them the device is. */
  static ProcessorShape shape(DeviceHandle handle) {
    return root(handle).device().shape();
  }

  private static DeviceHandle root(DeviceHandle handle) {
    DeviceHandle root = handle;
    for (DeviceHandle parent = root; parent != null; parent = parent.parent()) {
      root = parent;
    }
    return root;
  }

  /** As a sub-device has only some of the slices: those that its compute units come to. */
  static int slices(DeviceHandle handle) {
    ProcessorShape whole = shape(handle);
    if (handle.parent() == null) {
      return whole.nodes();
    }
    int slice = whole.cachesPerNode() * whole.coresPerCache() * whole.threadsPerCore();
    return Math.ceilDiv(handle.device().computeUnits(), slice);
  }

  /** The generation as a {@code cl_version}. */
  static int version() {
    List<Integer> numbers = ProcessorShape.generation();
    return (numbers.get(0) & 0x3FF) << 22
        | (numbers.get(1) & 0x3FF) << 12
        | (numbers.get(2) & 0xFFF);
  }

  /** A number that processors of other kinds or counts do not have; there is no PCI device. */
  static int id(DeviceHandle handle) {
    Device device = root(handle).device();
    CRC32 sum = new CRC32();
    String all = ProcessorShape.generation() + device.name() + device.computeUnits();
    sum.update(all.getBytes(StandardCharsets.UTF_8));
    return (int) sum.getValue();
  }
}
