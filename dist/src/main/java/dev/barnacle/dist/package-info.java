/**
 * Makes the packages: {@link dev.barnacle.dist.Tree}, which can be moved, and what is made of it.
 */
@org.jspecify.annotations.NullMarked
package dev.barnacle.dist;
