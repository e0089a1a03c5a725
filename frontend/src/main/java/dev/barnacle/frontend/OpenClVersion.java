package dev.barnacle.frontend;

/**
 * The versions of OpenCL C that a program can ask for with {@code -cl-std} (OpenCL C, section 6.2;
 * OpenCL API, 5.8.6.5).
 */
public enum OpenClVersion {
  /** OpenCL C 1.1. */
  CL1_1("CL1.1", 110),
  /** OpenCL C 1.2: what a program without {@code -cl-std} gets. */
  CL1_2("CL1.2", 120),
  /** OpenCL C 2.0. */
  CL2_0("CL2.0", 200),
  /** OpenCL C 3.0. */
  CL3_0("CL3.0", 300),
  /** OpenCL C 3.1. */
  CL3_1("CL3.1", 310);

  private final String option;
  private final int number;

  OpenClVersion(String option, int number) {
    this.option = option;
    this.number = number;
  }

  /** Returns the value of {@code -cl-std}, such as {@code CL3.0}. */
  public String option() {
    return option;
  }

  /** Returns the version that clang knows and this one adds to. */
  public OpenClVersion base() {
    return this == CL3_1 ? CL3_0 : this;
  }

  /** Returns the value of {@code __OPENCL_C_VERSION__}, such as 300. */
  public int number() {
    return number;
  }
}
