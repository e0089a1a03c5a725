/**
 * Makes a command start fast: jars without bytecode that is made at run time, and a second JVM for
 * long launches.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.cli.internal.start;
