package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.ContextBuilder;
import dev.barnacle.cl.Device;
import dev.barnacle.cl.DeviceType;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.process.DriverLog;
import dev.barnacle.icd.internal.process.KernelOutput;
import org.jspecify.annotations.Nullable;

/** {@code cl_device_id}. */
public final class DeviceHandle extends Handle {
  private final Device device;
  private final @Nullable DeviceHandle parent;
  private final long[] partition;

  private DeviceHandle(Device device, @Nullable DeviceHandle parent, long[] partition) {
    super(ErrorCode.CL_INVALID_DEVICE);
    this.device = device;
    this.parent = parent;
    this.partition = partition;
  }

  private static final class Root {
    static final DeviceHandle DEVICE = make();

    private static DeviceHandle make() {
      DeviceHandle root = new DeviceHandle(contextBuilder().device(), null, new long[0]);
      return root.register(root, HandleTable.DEVICE);
    }
  }

  /** Returns the platform's device that compiles programs. */
  public static DeviceHandle root() {
    return Root.DEVICE;
  }

  private static final class Custom {
    static final DeviceHandle DEVICE = make();

    private static DeviceHandle make() {
      DeviceHandle root = new DeviceHandle(contextBuilder().customDevice(), null, new long[0]);
      return root.register(root, HandleTable.CUSTOM_DEVICE);
    }
  }

  /** Returns the platform's device of built-in kernels. */
  public static DeviceHandle custom() {
    return Custom.DEVICE;
  }

  /** Makes a sub-device of this one, with the properties that it was made by. */
  public DeviceHandle part(Device part, long[] properties) {
    DeviceHandle made = new DeviceHandle(part, this, properties);
    made.hold(this);
    return made.register(made);
  }

  private static final class Vectors {
    static final int BYTES = Context.builder().device().vectorBytes();
  }

  /**
   * Returns the bytes of a vector register: under watch those of the engine that runs kernels, so
   * that programs choose the same kernels.
   */
  public int vectorBytes() {
    return isWatched() && device.type() != DeviceType.CUSTOM ? Vectors.BYTES : device.vectorBytes();
  }

  /** Returns whether {@code BARNACLE_ENGINE} asks for the engine that watches kernels. */
  public static boolean isWatched() {
    return "watch".equals(System.getenv("BARNACLE_ENGINE"));
  }

  /** Returns a builder of contexts with the engine that {@code BARNACLE_ENGINE} names. */
  public static ContextBuilder contextBuilder() {
    ContextBuilder builder = Context.builder().output(KernelOutput::print).notices(DriverLog::note);
    if (isWatched()) {
      builder.watched().reports(Reports::add);
      if (Recordings.isWanted()) {
        builder.record(Recordings::begin);
      }
    }
    return builder;
  }

  public Device device() {
    return device;
  }

  /** Returns whether it runs built-in kernels alone. */
  public boolean isCustom() {
    return device.type() == DeviceType.CUSTOM;
  }

  /** Returns what it is a part of; null for the platform's device. */
  @Nullable
  public DeviceHandle parent() {
    return parent;
  }

  /** Returns {@code CL_DEVICE_PARTITION_TYPE}. */
  public long[] partition() {
    return partition.clone();
  }

  @Override
  void free() {
    // A sub-device is a value.
  }
}
