package dev.barnacle.ir;

import java.util.Locale;

/**
 * The memory scopes, each including those before it (OpenCL architecture, 3.3.4 "memory scopes").
 */
public enum MemoryScope {
  WORK_ITEM,
  SUB_GROUP,
  WORK_GROUP,
  DEVICE,
  ALL_SVM_DEVICES;

  /** Returns the name in the text form. */
  public String keyword() {
    return name().toLowerCase(Locale.ROOT);
  }
}
