package dev.barnacle.icd.internal.abi;

import org.jspecify.annotations.Nullable;

/**
 * An entry point of the OpenCL API.
 *
 * @param name its name in C
 * @param signature its prototype's letters ({@code entries.txt}): a letter for each argument
 *     ({@code i} 32 bits, {@code l} 64 bits, {@code p} a pointer or handle, {@code e} the pointer
 *     {@code errcode_ret}), a colon, and what it returns ({@code i} an error code, {@code p} a
 *     pointer or handle, {@code v} nothing)
 * @param place where it is found
 * @param call what it does; null for those of extensions that Barnacle does not have
 */
public record Entry(String name, String signature, Place place, @Nullable Call call) {
  /** The place where an entry point is found. */
  public enum Place {
    /** In the dispatch table of {@code cl_khr_icd} and under its name. */
    DISPATCHED,
    /** Only under its name. */
    NAMED
  }

  /** The way that an entry point tells of errors; the shim has the same names. */
  public enum Convention {
    /** It returns the error code. */
    STATUS,
    /** It returns null and writes the code where {@code errcode_ret} points. */
    HANDLE,
    /** It returns null. */
    POINTER,
    /** Not at all. */
    NOTHING
  }

  /** The Java side of an entry point. */
  @FunctionalInterface
  public interface Call {
    /**
     * Carries it out.
     *
     * @param arguments where they are, see {@link Arguments}
     * @return the error code, or what the entry point returns
     * @throws dev.barnacle.cl.ClException for any error
     */
    long call(long arguments);
  }

  public Convention convention() {
    return switch (signature.charAt(signature.length() - 1)) {
      case 'i' -> Convention.STATUS;
      case 'v' -> Convention.NOTHING;
      default -> errorPosition() >= 0 ? Convention.HANDLE : Convention.POINTER;
    };
  }

  /** Returns the position of {@code errcode_ret}, or -1. */
  public int errorPosition() {
    return signature.indexOf('e');
  }

  /** Returns how many arguments it takes. */
  public int arity() {
    return signature.indexOf(':');
  }
}
