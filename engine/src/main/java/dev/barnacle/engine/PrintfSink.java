package dev.barnacle.engine;

/** Receives the output of a kernel's {@code printf}; it is called by one thread at a time. */
@FunctionalInterface
public interface PrintfSink {
  /**
   * Takes the text of one {@code printf} call, whole; it may have bytes that are no UTF-8, see
   * {@link dev.barnacle.ir.ByteText}.
   */
  void accept(String text);
}
