package dev.barnacle.bench.internal.first;

import java.util.Locale;

/** A line of the table; its name in lower case is that in the C programs' output and in JSON. */
enum FirstRow {
  FIRST_RESULT(Unit.MS, "process start to the first result, seen before"),
  NAMES(Unit.MS, "platforms, devices, names (clinfo -l), whole process"),
  LAUNCH_2_5(Unit.US, "launches of a young process: 2nd to 5th"),
  LAUNCH_21_50(Unit.US, "21st to 50th"),
  LAUNCH_101_200(Unit.US, "101st to 200th"),
  LAUNCH_501_1000(Unit.US, "501st to 1000th"),
  LAUNCH_2001_5000(Unit.US, "2001st to 5000th"),
  LAUNCH_10001(Unit.US, "10001st to 20000th"),
  BUILD_NEW(Unit.MS, "build and first launch, 11 lines, never seen"),
  BUILD_SEEN(Unit.MS, "11 lines, seen before by another process"),
  MANY_NEW(Unit.MS, "build, each first launch, 961 lines, 40 kernels, never seen"),
  MANY_SEEN(Unit.MS, "961 lines, 40 kernels, seen before by another process"),
  QUEUED_1(Unit.US, "empty launches queued, then finish, a launch, global 1"),
  QUEUED_4096(Unit.US, "… global 4096"),
  FINISH_1(Unit.US, "empty launch and finish, global 1"),
  FINISH_4096(Unit.US, "… global 4096"),
  SET_INT(Unit.NS, "clSetKernelArg of an int"),
  SET_BUFFER(Unit.NS, "clSetKernelArg of a buffer"),
  WRITE_4(Unit.US, "blocking write of 4 bytes"),
  CREATE_RELEASE(Unit.US, "create and release a buffer");

  /** The unit of a line's times. */
  enum Unit {
    NS("ns", 1),
    US("us", 1e3),
    MS("ms", 1e6);

    private final String text;
    private final double nanoseconds;

    Unit(String text, double nanoseconds) {
      this.text = text;
      this.nanoseconds = nanoseconds;
    }

    String text() {
      return text;
    }

    double of(double nanos) {
      return nanos / nanoseconds;
    }
  }

  private final Unit unit;
  private final String words;

  FirstRow(Unit unit, String words) {
    this.unit = unit;
    this.words = words;
  }

  Unit unit() {
    return unit;
  }

  String words() {
    return words;
  }

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
