package dev.barnacle.cli.internal.stress;

/**
 * The effort of a test on a device.
 *
 * @param iterations how many launches
 * @param instances how many instances of the test a launch has, at least
 * @param seed what the ways to launch follow from
 */
public record StressSettings(int iterations, int instances, long seed) {
  /** The effort where no other is asked for. */
  public static final StressSettings DEFAULT = new StressSettings(100, 8192, 1);
}
