/** Decides whether guessing pays off, from how often guesses were wrong. */
export interface Guesses {
  /** Whether to guess. During a pause, each call brings its end nearer. */
  mayGuess(): boolean
  right(): void
  wrong(): void
}

/** Maximum number of calls answered with false after many wrong guesses. */
const pauseMax = 1024

/**
 * A wrong guess costs a request a second round trip, so each is followed by a pause twice as long as the one before.
 */
export function createGuesses(): Guesses {
  let pause = 0
  let next = 1
  return {
    mayGuess() {
      if (pause === 0) return true
      pause--
      return false
    },
    right() {
      if (next > 1) next--
    },
    wrong() {
      pause = next
      next = Math.min(next * 2, pauseMax)
    },
  }
}
