/** Says whether it pays to take something for granted, by how often that was wrong. */
export interface Guesses {
  /** True where a guess is worth its risk. While it is not, each question brings the end of that nearer. */
  mayGuess(): boolean
  right(): void
  wrong(): void
}

/** Questions that are answered with no after many wrong guesses, at most. */
const pauseMax = 1024

/** A wrong guess costs a request a second round: each is followed by a pause, twice as long as the one before. */
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
