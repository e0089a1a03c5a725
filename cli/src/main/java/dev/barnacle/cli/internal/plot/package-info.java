/**
 * Plots of counts and times, as HTML with SVG, whose colours the page has. Begin with {@link
 * BarPlot}.
 *
 * <p>May use: report.
 */
package dev.barnacle.cli.internal.plot;
