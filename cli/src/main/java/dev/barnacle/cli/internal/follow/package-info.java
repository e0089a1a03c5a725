/**
 * The follow-up of launches' findings: {@link FollowUp} records them, makes their launches small
 * and looks for edits; {@link Replay} launches again what was recorded.
 *
 * <p>May use: check, fix, launch, replay, report.
 */
package dev.barnacle.cli.internal.follow;
