/**
 * The process that the driver is loaded into: its standard streams, its children, its clocks, its
 * libraries, its interrupts.
 *
 * <p>Begin with {@link DriverLog} and {@link Processes}.
 *
 * <p>May use: abi.
 */
package dev.barnacle.icd.internal.process;
