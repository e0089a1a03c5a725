/**
 * The report of findings, whoever found them: facts ({@link Answer}, {@link Issue}, {@link Spot}),
 * and an {@link Output} for each format. Begin with {@link Outputs}, which reads {@code --output}.
 * A new format is one class, named in {@link Format}.
 *
 * <p>May use: internal.
 */
package dev.barnacle.cli.internal.report;
