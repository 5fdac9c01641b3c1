import { describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { createVerdictCounter } from './count-verdicts'

/** A counter over sessions whose verdict the test sets. */
function counting() {
  const verdicts: Record<string, { verdict: string; over: boolean }> = {}
  const judged: string[] = []
  const failed: string[] = []
  let at = 0
  const view = async (id: string) => {
    const found = verdicts[id]
    if (found === undefined) throw new Error('storage is gone')
    return { checks: { summary: { verdict: found.verdict } }, outcome: { over: found.over } }
  }
  const failures: unknown[] = []
  const counter = createVerdictCounter({
    metrics: {
      sessionJudged: (kind, verdict) => void judged.push(`${kind} ${verdict}`),
      checkFailed: (check) => void failed.push(check),
    },
    views: {
      issuance: { view: async (id: string) => (id.startsWith('i') ? view(id) : null) },
      presentation: { view },
    } as never,
    now: () => epochMillis(at),
    onFailure: (error) => failures.push(error),
  })
  const commit = (sessionId: string, findings: readonly { id: string; status: string }[] = []) =>
    counter.written({ exchange: { sessionId, findings }, events: [], effects: [] } as never, {
      status: 'committed',
      bytes: 1,
    })
  const wait = async (seconds: number) => {
    at += seconds * 1000
    await counter.look()
  }
  return { counter, verdicts, judged, failed, failures, commit, wait }
}

describe('the verdict of a session', () => {
  it('is counted once, when no request came for a minute', async () => {
    const { verdicts, judged, commit, wait } = counting()
    verdicts.i1 = { verdict: 'pass', over: true }
    verdicts.p1 = { verdict: 'fail', over: true }
    commit('i1')
    await wait(59)
    commit('i1')
    commit('p1')
    await wait(59)
    expect(judged).toEqual([])
    await wait(1)
    expect(judged.sort()).toEqual(['issuance pass', 'presentation fail'])
    commit('i1')
    await wait(600)
    expect(judged).toHaveLength(2)
  })

  it('is awaited while the session goes on, and after storage failed', async () => {
    const { verdicts, judged, failures, commit, wait } = counting()
    verdicts.i1 = { verdict: 'incomplete', over: false }
    commit('i1')
    commit('i2')
    await wait(60)
    expect([judged, failures.length]).toEqual([[], 1])
    verdicts.i1 = { verdict: 'incomplete', over: true }
    verdicts.i2 = { verdict: 'pass', over: true }
    await wait(600)
    expect(judged.sort()).toEqual(['issuance incomplete', 'issuance pass'])
  })

  it('does not follow from a commit that was lost; failed checks are counted by id', async () => {
    const { counter, judged, failed, commit, wait } = counting()
    counter.written({ exchange: { sessionId: 'i1', findings: [] } } as never, { status: 'lost', effects: [] })
    commit('i9', [
      { id: 'vci.dpop.htu', status: 'fail' },
      { id: 'vci.dpop.typ', status: 'pass' },
    ])
    await wait(0)
    expect([judged, failed]).toEqual([[], ['vci.dpop.htu']])
  })
})
