import { describe, expect, it } from 'vitest'
import { distanceWords, durationWords } from './durations'

describe('a duration for people', () => {
  it.each([
    [0, '0 s'],
    [600.4, '600 s'],
    [7199, '7199 s'],
    [7200, '2 h'],
    [172_799, '48 h'],
    [172_800, '2 days'],
    [-601, '601 s'],
  ])('%d is %s', (seconds, words) => expect(durationWords(seconds)).toBe(words))

  it('says on which side of now an instant is', () => {
    expect(distanceWords(-600)).toBe('600 s in the past')
    expect(distanceWords(90_000)).toBe('25 h in the future')
  })
})
