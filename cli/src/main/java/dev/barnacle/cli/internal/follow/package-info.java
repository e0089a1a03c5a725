/**
 * What is done with the findings of launches: {@link FollowUp} records them, makes their launches
 * small and looks for edits; {@link Replay} launches again what was recorded.
 *
 * <p>May use: {@code internal}, {@code internal.arguments}, {@code internal.check}, {@code
 * internal.fix}, {@code internal.launch}, {@code internal.replay}, {@code internal.report}.
 */
package dev.barnacle.cli.internal.follow;
