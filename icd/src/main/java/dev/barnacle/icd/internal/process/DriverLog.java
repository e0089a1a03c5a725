package dev.barnacle.icd.internal.process;

/** The driver's messages on standard error, if {@code BARNACLE_DEBUG} is set. */
public final class DriverLog {
  /** True if it writes anything. */
  public static final boolean ON = isOn();

  private DriverLog() {}

  private static boolean isOn() {
    String wanted = System.getenv("BARNACLE_DEBUG");
    return wanted != null && !wanted.isEmpty() && !wanted.equals("0");
  }

  /** Says what went wrong where no call can say it. */
  public static void debug(String where, Throwable e) {
    if (ON) {
      System.err.println("barnacle: " + where + ": " + e);
      e.printStackTrace();
    }
  }

  /** Says why a call fails, or what users are to know of their kernels. */
  public static void note(String line) {
    if (ON) {
      System.err.println("barnacle: " + line);
    }
  }
}
