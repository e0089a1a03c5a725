/**
 * Relations and sets of events, and the operators of .cat on them.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.model.internal.operator;
