package dev.barnacle.simd.internal.abi;

/**
 * An integer argument of a kernel whose value its code is made for.
 *
 * @param place its index among the parameters
 * @param value from 0 on
 */
public record ConstantArgument(int place, long value) {}
