/** A range of a text. */
export interface Span {
  readonly from: number
  readonly to: number
  /** Only looks like such a value; there was no time to make sure. */
  readonly isGuess?: true
}

/**
 * Finds values in a text that this service made and that are still valid, including ones interrupted by white space or
 * line breaks. Searches the text as it is: callers decode it first.
 */
export type MadeIn = (text: string) => readonly Span[]
