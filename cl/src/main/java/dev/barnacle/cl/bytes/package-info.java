/**
 * Numbers and sources as bytes. No API: exported to the command line and the driver alone.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.cl.bytes;
