package dev.barnacle.model;

/** The memory scope of an operation (OpenCL 3.0 section 3.3.4), or that it has none. */
public enum MemoryScope {
  /** A plain operation. */
  NONE,
  /** {@code memory_scope_work_item}. */
  WORK_ITEM,
  /** {@code memory_scope_sub_group}. */
  SUB_GROUP,
  /** {@code memory_scope_work_group}. */
  WORK_GROUP,
  /** {@code memory_scope_device}. */
  DEVICE,
  /** {@code memory_scope_all_svm_devices}. */
  ALL_SVM_DEVICES
}
