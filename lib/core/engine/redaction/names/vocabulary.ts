/** The names that a protocol adds to the redaction, spelled as in its specification. */
export interface Vocabulary {
  /** Their value is a secret, a token or a one-time value. */
  readonly sensitive: readonly string[]
  /** Of those, the ones whose value gets no fingerprint: few values are possible, or it says something of a person. */
  readonly guessable: readonly string[]
  /** Their value is evidence and stays readable, unless it is itself a token. */
  readonly visible: readonly string[]
}
