package dev.barnacle.simd.internal.plan.region;

/** The form that the code of an instruction has. */
public sealed interface Form permits ValueForm, MemoryForm, AtomicForm {}
