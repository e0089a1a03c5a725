package dev.barnacle.icd.internal.query;

import static dev.barnacle.icd.internal.abi.ClKhr.*;

import dev.barnacle.cl.Device;
import dev.barnacle.cl.Platform;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * By what a device is told apart from all others, in every process and under every API
 * (cl_khr_device_uuid): the machine, the type of the device and what part it is, as a UUID of
 * version 3.
 */
final class DeviceUuids {
  private static final Path MACHINE = Path.of("/etc/machine-id");

  private DeviceUuids() {}

  /** Answers a query, if it is one of these. */
  static boolean write(Device device, int parameter, Info out) {
    switch (parameter) {
      case CL_DEVICE_UUID_KHR -> out.bytes(uuid(machine() + part(device)));
      case CL_DRIVER_UUID_KHR -> out.bytes(uuid(Platform.NAME + " " + Platform.release()));
      case CL_DEVICE_LUID_VALID_KHR -> out.bool(false); // they are Windows's
      case CL_DEVICE_LUID_KHR -> out.int64(0);
      case CL_DEVICE_NODE_MASK_KHR -> out.int32(0);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static String part(Device device) {
    return device.type() + " " + device.computeUnits() + " " + device.processors();
  }

  private static String machine() {
    try {
      return Files.readString(MACHINE, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // a system without one: machines of the same processors are not told apart
    }
  }

  private static byte[] uuid(String name) {
    UUID uuid = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }
}
