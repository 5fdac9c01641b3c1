import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { createTurns } from './turns'

/** Turns whose rounds the test runs. */
function inRounds() {
  const rounds: (() => void)[] = []
  const turns = createTurns((run) => rounds.push(run))
  const round = async () => {
    for (const run of rounds.splice(0)) run()
    await setImmediate()
    return rounds.length
  }
  return { turns, round }
}

describe('turns', () => {
  covers('D4')
  it('let one long work go on in a round, in the order in which they asked', async () => {
    const { turns, round } = inRounds()
    const steps: string[] = []
    const work = async (name: string) => {
      for (let step = 1; step <= 2; step++) {
        await turns.long()
        steps.push(name + step)
      }
    }
    const all = Promise.all(['a', 'b', 'c'].map(work))
    const after: number[] = []
    while ((await round()) > 0) after.push(steps.length)
    await all
    expect(steps).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
    expect(after).toEqual([1, 2, 3, 4, 5])
  })

  it('let a short work go on beside long ones', async () => {
    const { turns, round } = inRounds()
    const done: string[] = []
    for (const name of ['long 1', 'long 2']) void turns.long().then(() => done.push(name))
    for (const name of ['short 1', 'short 2']) void turns.short().then(() => done.push(name))
    await round()
    expect(done).toEqual(['short 1', 'long 1'])
    await round()
    expect(done).toEqual(['short 1', 'long 1', 'short 2', 'long 2'])
    expect(await round()).toBe(0)
  })
})
