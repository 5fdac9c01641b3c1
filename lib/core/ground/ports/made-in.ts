/** A part of a text. */
export interface Span {
  readonly from: number
  readonly to: number
  /** It only looks like such a value: there was no time to find out. */
  readonly isGuess?: true
}

/**
 * Where a text holds a value that this service made and that still works, also one that gaps (white space, line breaks)
 * divide. The text is searched as it is: whoever asks decodes it first.
 */
export type MadeIn = (text: string) => readonly Span[]
