package dev.barnacle.watch.internal.run.kernel;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Instruction;
import java.util.List;

/**
 * The source of a kernel's code, for messages about it.
 *
 * @param places the instructions that reports can name, by number
 * @param arrays its private arrays, by number
 */
public record KernelText(List<Instruction> places, List<Alloca> arrays) {}
