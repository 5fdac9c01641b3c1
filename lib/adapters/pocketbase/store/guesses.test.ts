import { describe, expect, it } from 'vitest'
import { createGuesses, type Guesses } from './own-memory'

const pauseOf = (guesses: Guesses): number => {
  let questions = 0
  while (!guesses.mayGuess()) questions++
  return questions
}

describe('guessing', () => {
  it('continues as long as nothing was wrong', () => {
    const guesses = createGuesses()
    for (let count = 0; count < 5; count++) {
      expect(guesses.mayGuess()).toBe(true)
      guesses.right()
    }
  })

  it('pauses after a wrong guess, longer after each further one, and never for ever', () => {
    const guesses = createGuesses()
    const pauses = Array.from({ length: 14 }, () => {
      guesses.wrong()
      return pauseOf(guesses)
    })
    expect(pauses.slice(0, 4)).toEqual([1, 2, 4, 8])
    expect(pauses.slice(-2)).toEqual([1024, 1024])
  })

  it('is trusted again after as many right guesses', () => {
    const guesses = createGuesses()
    guesses.wrong()
    guesses.wrong()
    pauseOf(guesses)
    for (let count = 0; count < 3; count++) guesses.right()
    guesses.wrong()
    expect(pauseOf(guesses)).toBe(1)
  })
})
