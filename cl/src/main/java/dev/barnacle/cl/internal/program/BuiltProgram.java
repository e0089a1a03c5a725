package dev.barnacle.cl.internal.program;

import dev.barnacle.ir.Module;
import java.util.function.Supplier;

/**
 * The parts of a program of the API.
 *
 * @param module its IR
 * @param log the compiler's warnings
 * @param options that it was built with
 * @param uniformGroups whether the local size must divide the global size
 * @param code the program as the context's engine has it
 * @param object gives its object code
 * @param buildNanos the time of building
 */
public record BuiltProgram(
    Module module,
    String log,
    String options,
    boolean uniformGroups,
    EngineProgram code,
    Supplier<ProgramBinary> object,
    long buildNanos) {}
