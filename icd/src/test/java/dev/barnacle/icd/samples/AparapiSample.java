package dev.barnacle.icd.samples;

import com.aparapi.Kernel;
import com.aparapi.Range;

/** Doubles numbers through Aparapi, which makes OpenCL C of a Java method. */
final class AparapiSample {
  private static final int COUNT = 512;

  private AparapiSample() {}

  private static final class Twice extends Kernel {
    final float[] x = new float[COUNT];
    final float[] y = new float[COUNT];

    @Override
    public void run() {
      int i = getGlobalId();
      y[i] = x[i] * 2;
    }
  }

  /** Runs the sample; an error is an exception. */
  public static void main(String[] args) {
    Twice kernel = new Twice();
    for (int i = 0; i < COUNT; i++) {
      kernel.x[i] = i;
    }
    kernel.execute(Range.create(COUNT));
    for (int i = 0; i < COUNT; i++) {
      if (kernel.y[i] != 2 * i) {
        throw new AssertionError(i + ": " + kernel.y[i]);
      }
    }
    String device = kernel.getTargetDevice().getShortDescription();
    kernel.dispose();
    System.out.println(device.contains("Barnacle") ? "right" : "not on Barnacle: " + device);
  }
}
