/**
 * The OpenCL drivers of this machine that a bench compares with: {@link
 * dev.barnacle.bench.internal.drivers.RegisteredDrivers}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.bench.internal.drivers;
