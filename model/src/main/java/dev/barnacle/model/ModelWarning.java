package dev.barnacle.model;

/**
 * Something in a model that changes no verdict, but that its author may not have meant.
 *
 * @param file the model's file, as the user named it
 * @param line from 1
 * @param column from 1
 * @param message one line in words
 */
public record ModelWarning(String file, int line, int column, String message) {}
