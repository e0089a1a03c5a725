/**
 * From source or object code to a program that the context's engine can launch, and the engine
 * itself: {@link ContextEngine} is the one place that knows which engine it is.
 *
 * <p>Begin with {@link ProgramLoader}. {@link KernelAccess} shows {@code dev.barnacle.cl.analysis}
 * what the API keeps to itself; there is no other such door.
 *
 * <p>May use: builtin, bytes, life, memory.
 */
package dev.barnacle.cl.internal.program;
