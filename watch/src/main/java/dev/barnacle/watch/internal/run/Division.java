package dev.barnacle.watch.internal.run;

/** Integer divisions as compiled kernels call them: one by zero is reported and gives 0. */
public final class Division {
  private Division() {}

  public static int div(int a, int b, WorkItem item, int place) {
    return b != 0 ? a / b : zero(item, place);
  }

  public static int rem(int a, int b, WorkItem item, int place) {
    return b != 0 ? a % b : zero(item, place);
  }

  public static int udiv(int a, int b, WorkItem item, int place) {
    return b != 0 ? Integer.divideUnsigned(a, b) : zero(item, place);
  }

  public static int urem(int a, int b, WorkItem item, int place) {
    return b != 0 ? Integer.remainderUnsigned(a, b) : zero(item, place);
  }

  public static long div(long a, long b, WorkItem item, int place) {
    return b != 0 ? a / b : zero(item, place);
  }

  public static long rem(long a, long b, WorkItem item, int place) {
    return b != 0 ? a % b : zero(item, place);
  }

  public static long udiv(long a, long b, WorkItem item, int place) {
    return b != 0 ? Long.divideUnsigned(a, b) : zero(item, place);
  }

  public static long urem(long a, long b, WorkItem item, int place) {
    return b != 0 ? Long.remainderUnsigned(a, b) : zero(item, place);
  }

  private static int zero(WorkItem item, int place) {
    item.accessFaults().divisionByZero(item, place);
    return 0;
  }
}
