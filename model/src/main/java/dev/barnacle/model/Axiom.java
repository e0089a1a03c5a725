package dev.barnacle.model;

/**
 * A named check of a model.
 *
 * @param name its name, or its text where it has none
 * @param fault whether it defines a fault of consistent executions; otherwise it is a part of what
 *     makes an execution consistent
 * @param text the check as the model's file writes it
 * @param file the file
 * @param line the line, from 1
 */
public record Axiom(String name, boolean fault, String text, String file, int line) {}
