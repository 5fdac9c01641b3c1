import { describe, expect, it } from 'vitest'
import { createRest } from './collect-at-rest'

const mebibyte = 2 ** 20

/** The decisions for a series of samples, each given by processor time since the previous one (ms) and heap (MiB). */
function saysTo(looks: readonly (readonly [spent: number, heap: number])[]): boolean[] {
  const isTime = createRest()
  let cpuMillis = 0
  return looks.map(([spent, heap]) => {
    cpuMillis += spent
    return isTime({ cpuMillis, heapBytes: heap * mebibyte })
  })
}

describe('a collection at rest', () => {
  it('comes once the process has rested after a start, and not again while it rests on', () => {
    expect(
      saysTo([
        [3000, 120],
        [20, 121],
        [700, 90],
        [20, 91],
        [20, 92],
      ]),
    ).toEqual([false, true, false, false, false])
  })

  it('does not come while there is work, however much memory it takes', () => {
    expect(
      saysTo([
        [3000, 120],
        [4000, 300],
        [260, 400],
      ]),
    ).toEqual([false, false, false])
  })

  it('comes again when the heap has grown by 32 MiB since the last one', () => {
    expect(
      saysTo([
        [3000, 120],
        [20, 120],
        [500, 90],
        [4000, 160],
        [20, 121],
        [4000, 130],
        [20, 122],
      ]),
    ).toEqual([false, true, false, false, false, false, true])
  })

  it('counts from the smallest heap since, for V8 collects too', () => {
    expect(
      saysTo([
        [3000, 120],
        [20, 120],
        [500, 100],
        [4000, 80],
        [20, 111],
        [20, 112],
      ]),
    ).toEqual([false, true, false, false, false, true])
  })

  it('comes for less once the rest is long, and for nothing less than 8 MiB', () => {
    expect(
      saysTo([
        [3000, 120],
        [20, 120],
        [500, 90],
        [4000, 101],
        [20, 101],
        [20, 101],
        [20, 101],
        [500, 92],
        [20, 97],
        [20, 97],
        [20, 97],
        [20, 97],
      ]),
    ).toEqual([false, true, false, false, false, false, true, ...Array(5).fill(false)])
  })
})
