package dev.barnacle.ir;

/**
 * A value that the program may not depend on.
 *
 * @param type any type that has values
 */
public record UndefConstant(Type type) implements Constant {}
