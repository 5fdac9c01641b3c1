import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { eachInTurn } from './pausable-work'

describe('work for each of several items', () => {
  it('begins in a turn of its own, and waits for others at the same time', async () => {
    const told: string[] = []
    let answer = () => {}
    const storage = new Promise<void>((resolve) => {
      answer = resolve
    })
    const work = async (item: string) => {
      told.push(item)
      await storage
      return item.toUpperCase()
    }
    const turn = async () => {
      told.push('turn')
      // The last turn is requested while all earlier ones wait.
      if (told.length === 4) answer()
    }
    expect(await eachInTurn(['a', 'b', 'c'], work, turn)).toEqual(['A', 'B', 'C'])
    expect(told).toEqual(['a', 'turn', 'b', 'turn', 'c'])
    expect(await eachInTurn([], work, turn)).toEqual([])
  })

  it('fails with the first that fails, also while others begin', async () => {
    const begun: number[] = []
    const work = async (item: number) => {
      begun.push(item)
      if (item === 1) throw new Error('storage is gone')
      return item
    }
    await expect(eachInTurn([1, 2, 3], work, () => setImmediate())).rejects.toThrow('storage is gone')
    expect(begun).toEqual([1, 2, 3])
  })
})
