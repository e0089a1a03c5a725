package dev.barnacle.cl;

/**
 * The limits of a device's pipes ({@code clGetDeviceInfo}); all are 0 where it has none.
 *
 * @param maxArguments pipes that a kernel takes, at most ({@code CL_DEVICE_MAX_PIPE_ARGS})
 * @param maxActiveReservations reservations of a pipe that a work-item may have made and not yet
 *     committed ({@code CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS}); only the pipe's size bounds them
 * @param maxPacketBytes the largest packet ({@code CL_DEVICE_PIPE_MAX_PACKET_SIZE}), in bytes
 */
public record PipeLimits(int maxArguments, int maxActiveReservations, int maxPacketBytes) {
  static final PipeLimits NONE = new PipeLimits(0, 0, 0);
  static final PipeLimits OF_PROCESSORS = new PipeLimits(128, 1 << 16, 1 << 16);
}
