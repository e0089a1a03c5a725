package dev.barnacle.watch.internal.run.exec;

/**
 * Integer divisions as compiled kernels call them: one by zero is reported and gives 0, and one
 * whose quotient the type has not got is reported too. {@code least} is the type's least integer.
 */
public final class Division {
  private Division() {}

  public static int div(int a, int b, int least, WorkItem item, int place) {
    return isPlain(b) || isPlain(a, b, least, item, place) ? a / b : 0;
  }

  public static int rem(int a, int b, int least, WorkItem item, int place) {
    return isPlain(b) || isPlain(a, b, least, item, place) ? a % b : 0;
  }

  public static int udiv(int a, int b, WorkItem item, int place) {
    return b != 0 ? Integer.divideUnsigned(a, b) : zero(item, place);
  }

  public static int urem(int a, int b, WorkItem item, int place) {
    return b != 0 ? Integer.remainderUnsigned(a, b) : zero(item, place);
  }

  public static long div(long a, long b, long least, WorkItem item, int place) {
    return isPlain(b) || isPlain(a, b, least, item, place) ? a / b : 0;
  }

  public static long rem(long a, long b, long least, WorkItem item, int place) {
    return isPlain(b) || isPlain(a, b, least, item, place) ? a % b : 0;
  }

  public static long udiv(long a, long b, WorkItem item, int place) {
    return b != 0 ? Long.divideUnsigned(a, b) : zero(item, place);
  }

  public static long urem(long a, long b, WorkItem item, int place) {
    return b != 0 ? Long.remainderUnsigned(a, b) : zero(item, place);
  }

  /** Returns whether a divisor is neither 0 nor -1. */
  private static boolean isPlain(long divisor) {
    return (divisor + 1) >>> 1 != 0;
  }

  /** Returns whether something may be divided by 0 or -1. */
  private static boolean isPlain(long a, long divisor, long least, WorkItem item, int place) {
    if (divisor == 0) {
      zero(item, place);
    } else if (a == least) {
      ArgumentChecks.quotient(item, least, place);
    }
    return divisor != 0;
  }

  private static int zero(WorkItem item, int place) {
    item.accessFaults().divisionByZero(item, place);
    return 0;
  }
}
