/** Decides whether guessing pays off, based on how often guesses were wrong. */
export interface Guesses {
  /** Whether to guess. False during a pause, which each call shortens by one. */
  mayGuess(): boolean
  right(): void
  wrong(): void
}

/** Maximum length of a pause, in calls of `mayGuess`. */
const pauseMax = 1024

/**
 * A wrong guess costs the request a second round trip, so each one starts a pause twice as long as the last. A right
 * guess shortens the next pause by one call.
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
