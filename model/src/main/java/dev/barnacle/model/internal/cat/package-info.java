/**
 * The language .cat: its grammar, and models as it describes them.
 *
 * <p>May use: plan.
 */
package dev.barnacle.model.internal.cat;
