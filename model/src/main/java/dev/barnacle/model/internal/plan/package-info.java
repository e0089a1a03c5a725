/**
 * A model as a plan: what is computed when, and what of it grows with an execution.
 *
 * <p>May use: operator.
 */
package dev.barnacle.model.internal.plan;
