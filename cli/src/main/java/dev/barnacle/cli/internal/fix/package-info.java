/**
 * Edits of a program that make a finding go away. {@link Fixer} tries those that {@link Candidates}
 * names on all launches, and keeps what makes nothing worse. A kind of edit is a class that
 * implements {@link EditRule}; {@link Code} knows statements and blocks by their text.
 *
 * <p>May use: launch, replay, report.
 */
package dev.barnacle.cli.internal.fix;
