package dev.barnacle.engine;

/** The processors that the process may run on. */
public final class HostProcessors {
  private static final int COUNT = Runtime.getRuntime().availableProcessors();

  private HostProcessors() {}

  /**
   * Returns how many they are: what the system told the thread that asked first, from then on. A
   * program may bind one of its threads to fewer of them, where Java counts these only; a device
   * must stay the same for all its threads.
   */
  public static int count() {
    return COUNT;
  }
}
