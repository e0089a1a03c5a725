package dev.barnacle.icd.internal.query;

import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.AffinityDomain;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Device;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Native;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The divisions of a device (OpenCL API, 4.3): equally, by counts of compute units, or by what
 * processors share.
 */
public final class SubDevices {
  private static final int MOST_COUNTS = 1 << 16;

  /** {@code CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE}: the widest domain that divides it. */
  private static final long NEXT_PARTITIONABLE = 1 << 5;

  private SubDevices() {}

  /** Returns {@code CL_DEVICE_PARTITION_MAX_SUB_DEVICES}. */
  static int max(Device device) {
    return device.computeUnits();
  }

  /** Returns {@code CL_DEVICE_PARTITION_PROPERTIES}. */
  static long[] kinds(Device device) {
    if (device.computeUnits() == 1) {
      return new long[1];
    }
    return device.affinityDomains().isEmpty()
        ? new long[] {CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS}
        : new long[] {
          CL_DEVICE_PARTITION_EQUALLY,
          CL_DEVICE_PARTITION_BY_COUNTS,
          CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN
        };
  }

  /** Returns {@code CL_DEVICE_PARTITION_AFFINITY_DOMAIN}. */
  static long domains(Device device) {
    List<AffinityDomain> domains = device.affinityDomains();
    long bits = domains.isEmpty() ? 0 : NEXT_PARTITIONABLE;
    for (AffinityDomain domain : domains) {
      bits |= domain.bit();
    }
    return bits;
  }

  private static Division byAffinity(Device device, long bits) {
    AffinityDomain domain =
        Stream.of(AffinityDomain.values())
            .filter(d -> d.bit() == bits)
            .findFirst()
            .or(() -> bits == NEXT_PARTITIONABLE ? next(device) : Optional.empty())
            .orElseThrow(
                () ->
                    new ClException(
                        ErrorCode.CL_INVALID_VALUE,
                        "no affinity domain: 0x" + Long.toHexString(bits)));
    return new Division(
        device.partitionByAffinity(domain),
        List.of((long) CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, domain.bit(), 0L));
  }

  private static Optional<AffinityDomain> next(Device device) {
    List<AffinityDomain> domains = device.affinityDomains();
    if (domains.isEmpty()) {
      throw new ClException(
          ErrorCode.CL_DEVICE_PARTITION_FAILED, "the device has no two parts by any domain");
    }
    return Optional.of(domains.getFirst());
  }

  /**
   * A division of a device.
   *
   * @param parts the sub-devices
   * @param properties what asked for it, with the zero at its end
   */
  public record Division(List<Device> parts, List<Long> properties) {}

  /**
   * Divides a device.
   *
   * @param list the address of {@code cl_device_partition_property}s
   */
  public static Division divide(Device device, long list) {
    if (list == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no properties");
    }
    long kind = Native.getLong(list);
    if (kind == CL_DEVICE_PARTITION_EQUALLY && Native.getLong(list + 16) == 0) {
      long units = Native.getLong(list + 8);
      return new Division(
          device.partitionEqually(Math.clamp(units, -1, Integer.MAX_VALUE)),
          List.of(kind, units, 0L));
    }
    if (kind == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN && Native.getLong(list + 16) == 0) {
      return byAffinity(device, Native.getLong(list + 8));
    }
    if (kind == CL_DEVICE_PARTITION_BY_COUNTS) {
      List<Integer> counts = new ArrayList<>();
      List<Long> properties = new ArrayList<>(List.of(kind));
      long count;
      while ((count = Native.getLong(list + 8L * properties.size())) != 0
          && counts.size() < MOST_COUNTS) {
        counts.add(Math.clamp(count, -1, Integer.MAX_VALUE));
        properties.add(count);
      }
      properties.addAll(List.of(0L, 0L));
      return new Division(device.partitionByCounts(counts), properties);
    }
    throw new ClException(
        ErrorCode.CL_INVALID_VALUE, "no way to divide the device: 0x" + Long.toHexString(kind));
  }
}
