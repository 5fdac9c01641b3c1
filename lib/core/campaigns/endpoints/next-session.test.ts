import { describe, expect, it } from 'vitest'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { WaitEnd } from '../../shared/ports/ports'
import type { PresentationSession, StoredEvent } from '../../shared/ports/store-types'
import { addSeconds, type EpochMillis } from '../../shared/time/time'
import { session } from '../../verifier/checks/fixtures/verifier-evidence'
import { waitForProgress } from './next-session'

/** A wait whose clock advances by `slow` times each requested pause. */
function waitFor(
  one: PresentationSession,
  {
    seconds,
    ends = [],
    slow = 1,
    events = [],
    marks = [],
  }: {
    readonly seconds: number
    readonly ends?: readonly WaitEnd[]
    readonly slow?: number
    readonly events?: readonly StoredEvent[]
    readonly marks?: readonly string[]
  },
) {
  const began = one.createdAt
  let now: EpochMillis = began
  const seen = { reads: 0, pauses: 0, looks: 0 }
  const wait = {
    async next(millis: number): Promise<WaitEnd> {
      now = addSeconds(now, (millis / 1000) * slow)
      return ends[seen.pauses++] ?? 'time'
    },
    end: () => undefined,
  }
  const ports = {
    now: () => now,
    store: {
      evidenceMark: async () => marks[seen.looks++] ?? marks.at(-1) ?? 'as it was',
      events: async () => {
        seen.reads += 1
        return events
      },
      exchanges: async () => [],
    },
  } as unknown as RequestContext['ports']
  const deadline = addSeconds(began, seconds)
  const moved = waitForProgress(one, { wait, deadline }, { ports } as RequestContext)
  return moved.then((result) => ({ moved: result, ...seen, seconds: (now - began) / 1000 }))
}

describe('waiting for a session of a campaign', () => {
  it('ends at the deadline by the clock, however long each pause took', async () => {
    expect(await waitFor(session(), { seconds: 10 })).toMatchObject({ moved: false, seconds: 10, reads: 1 })
    expect(await waitFor(session(), { seconds: 10, slow: 3 })).toMatchObject({ moved: false, pauses: 1 })
  })

  it('reads nothing while nothing is added, and once more where another process added something', async () => {
    expect(await waitFor(session(), { seconds: 30 })).toMatchObject({ reads: 1, pauses: 6 })
    expect(await waitFor(session(), { seconds: 30, marks: ['a', 'a', 'b', 'b', 'b'] })).toMatchObject({ reads: 2 })
  })

  it('goes on after a commit that leaves the session open, and ends with its client or with a new session', async () => {
    expect(await waitFor(session(), { seconds: 10, ends: ['session'] })).toMatchObject({ moved: false, reads: 2 })
    expect(await waitFor(session(), { seconds: 10, ends: ['gone'] })).toMatchObject({ moved: false, pauses: 1 })
    expect(await waitFor(session(), { seconds: 10, ends: ['campaign'] })).toMatchObject({ moved: true, pauses: 1 })
  })

  it('knows from one reading when a session ends by time alone', async () => {
    const one = { ...session(), expiresAt: addSeconds(session().createdAt, 7) }
    const ended = await waitFor(one, { seconds: 30 })
    expect(ended).toMatchObject({ moved: true, reads: 1 })
    expect(ended.seconds).toBeGreaterThanOrEqual(7)
    expect(ended.seconds).toBeLessThanOrEqual(7.25)
  })
})
