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

  /** Returns {@code CL_DEVICE_UUID_KHR}. */
  static byte[] device(Device device) {
    return uuid(machine() + part(device));
  }

  /** Returns {@code CL_DRIVER_UUID_KHR}. */
  static byte[] driver() {
    return uuid(Platform.NAME + " " + Platform.release());
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
