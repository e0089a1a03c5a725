package dev.barnacle.watch.internal.run.kernel;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Instruction;
import java.util.List;

/**
 * What a kernel's code was made of, for words on it.
 *
 * @param places the instructions that reports can name, by number
 * @param arrays its private arrays, by number
 */
public record KernelText(List<Instruction> places, List<Alloca> arrays) {}
