/**
 * JSON that is read with the place of each value ({@link JsonReader}) and written a line at a time
 * ({@link JsonLine}).
 *
 * <p>May use: input.
 */
package dev.barnacle.command.json;
