/**
 * What makes a command start fast: jars without bytecode that is made at run time, and a second JVM
 * for long launches.
 *
 * <p>May use: internal.
 */
package dev.barnacle.cli.internal.start;
