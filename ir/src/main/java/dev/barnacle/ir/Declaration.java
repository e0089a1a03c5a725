package dev.barnacle.ir;

/**
 * The variable of the source that some memory belongs to.
 *
 * @param name in the source
 * @param type of the variable; of a parameter that is a pointer, an array of what it points to
 * @param start where in the variable the memory begins: not 0 where it was taken to pieces
 */
public record Declaration(String name, DeclaredType type, long start) {}
