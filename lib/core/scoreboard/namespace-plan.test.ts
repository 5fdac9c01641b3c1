import { describe, expect, it } from 'vitest'
import { holderOf, planNamespaces } from './namespace-plan'

const names = (count: number, prefix = 'org-') => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

describe('the process that serves a namespace', () => {
  const namespaces = names(1000)
  const workers = ['a', 'b', 'c', 'd'].map((name) => `worker-${name}`)
  const holders = (ids: readonly string[]) => namespaces.map((namespace) => holderOf(namespace, ids))

  it('is the same in whatever order processes are known, and each has its share', () => {
    expect(holders([...workers].reverse())).toEqual(holders(workers))
    for (const id of workers) {
      const share = holders(workers).filter((holder) => holder === id).length
      expect(share).toBeGreaterThan(190)
      expect(share).toBeLessThan(310)
    }
  })

  it('changes for those alone whose process is gone', () => {
    const before = holders(workers)
    const after = holders(workers.slice(1))
    for (const [at, holder] of before.entries()) if (holder !== workers[0]) expect(after[at]).toBe(holder)
    expect(new Set(before.flatMap((holder, at) => (holder === workers[0] ? [after[at]] : []))).size).toBe(3)
  })

  it('is nobody where there is none', () => {
    expect(holderOf('org', [])).toBeNull()
  })
})

describe('the plan of a process', () => {
  const minute = 60_000
  const live = (...used: readonly (readonly [string, number])[]) =>
    used.map(([namespace, minutes]) => ({ namespace, usedAt: minutes * minute }))
  const plan = (wanted: readonly string[], having: ReturnType<typeof live>, max = 3) =>
    planNamespaces({ wanted, live: having, max, now: 20 * minute, idleMillis: 10 * minute })

  it('gives each wanted namespace a worker, once', () => {
    expect(plan(['a', 'b', 'a', 'c'], live(['b', 19]))).toEqual({
      start: ['a', 'c'],
      idle: [],
      waiting: 0,
      evictable: [],
    })
  })

  it('lets workers go that were not used for ten minutes, and no wanted one', () => {
    expect(plan(['wanted'], live(['wanted', 0], ['old', 10], ['young', 11])).idle).toEqual(['old'])
  })

  it('never has more than allowed: the others wait, and the least recently used may go first', () => {
    expect(plan(['a', 'b', 'c'], live(['x', 18], ['y', 15], ['a', 1]))).toEqual({
      start: [],
      idle: [],
      waiting: 2,
      evictable: ['y', 'x'],
    })
  })
})
