package dev.barnacle.icd.internal.abi;

/** The arguments of {@code clGet…Info} that say where its answer goes. */
public interface InfoArguments {
  /** Returns {@code size_t param_value_size}. */
  long paramValueSize();

  /** Returns {@code void *param_value}. */
  long paramValue();

  /** Returns {@code size_t *param_value_size_ret}. */
  long paramValueSizeRet();
}
