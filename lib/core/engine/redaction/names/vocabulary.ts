/** The names that a protocol adds, spelled as in its specification. */
export interface Vocabulary {
  /** Names whose value is a secret, a token or a one-time value. */
  readonly sensitive: readonly string[]
  /**
   * Sensitive names without a fingerprint, because few values are possible or the value says something about a person.
   */
  readonly guessable: readonly string[]
  /** Names whose value is evidence and stays readable, unless it is itself a token. */
  readonly visible: readonly string[]
}
