package dev.barnacle.frontend;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The versions of OpenCL C and of C++ for OpenCL that a program can ask for with {@code -cl-std}
 * (OpenCL C 3.0, section 6.2; OpenCL API, 5.8.6.5; {@code cl_ext_cxx_for_opencl}).
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
  CL3_1("CL3.1", 310),
  /** C++ for OpenCL 1.0, upon OpenCL C 2.0; {@code CLC++} asks for it too. */
  CXX1_0("CLC++1.0", 100),
  /** C++ for OpenCL 2021, upon OpenCL C 3.0. */
  CXX2021("CLC++2021", 202100);

  private static final String CXX = "CLC++";

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

  /** Returns whether it is C++ for OpenCL. */
  public boolean isCxx() {
    return this == CXX1_0 || this == CXX2021;
  }

  /** Returns whether what programs may use is as in OpenCL C 3.0: told by macros of features. */
  public boolean hasFeatures() {
    return this == CL3_0 || this == CL3_1 || this == CXX2021;
  }

  /** Returns the version of that name, in upper or lower case; empty if there is none. */
  public static Optional<OpenClVersion> of(String option) {
    String upper = option.toUpperCase(Locale.ROOT);
    if (!option.equals(upper) && !option.equals(option.toLowerCase(Locale.ROOT))) {
      return Optional.empty();
    }
    String known = upper.equals(CXX) ? CXX1_0.option : upper;
    return Arrays.stream(values()).filter(v -> v.option.equals(known)).findFirst();
  }

  /**
   * Returns the value of {@code __OPENCL_C_VERSION__}, such as 300, or of {@code
   * __OPENCL_CPP_VERSION__}.
   */
  public int number() {
    return number;
  }
}
