import { describe, expect, it } from 'vitest'
import { finding, session } from './fixtures/session'
import type { FlowModel, SessionHead, SessionPhase } from './flow-model'
import { issuerFlow } from './flows/issuer'
import { verifierFlow } from './flows/verifier'
import { inspectSession } from './inspect-session'
import { nowWords } from './progress'

const phases: readonly SessionPhase[] = [
  'created',
  'running',
  'refused',
  'done',
  'captured',
  'declined',
  'failed',
  'silent',
  'ended',
  'expired',
  'unreached',
]

const none = session().checks.summary

const counted = (counts: Partial<typeof none.counts>) => ({
  conformance: [],
  summary: { ...none, counts: { ...none.counts, ...counts } },
})

const inferred = finding('vci.token.tx_code_sent', {
  status: 'warn',
  softened: 'inferred',
  correlation: 'inferred',
  rejected: true,
})

const red = {
  'a failed check': counted({ fail: 1 }),
  'a warning': counted({ warn: 1 }),
  'a refusal that most likely is of this session': { conformance: [inferred], summary: none },
}

/** Every status in every phase of each flow, even combinations that never occur. */
const stands = [issuerFlow, verifierFlow].flatMap((flow) =>
  Object.keys(flow.states).flatMap((status) => phases.map((phase) => [flow.heading, status, phase, flow] as const)),
)

const wordsOf = (flow: unknown, status: string, phase: SessionPhase, checks: SessionHead['checks']) => {
  const of = flow as Pick<FlowModel<SessionHead>, 'expected' | 'operations' | 'states' | 'over'> &
    FlowModel<SessionHead>
  // A flow's steps need a whole session of its kind, so use a flow without any.
  const steps = { ...of, expected: () => [], lastStatus: () => null }
  const seen = inspectSession(steps, { session: { ...session(), status, checks }, intended: {} })
  return nowWords({ ...seen, phase }, steps)
}

describe('where the flow stands', () => {
  it.each(stands)('is said, and never that there is nothing to do: %s, %s, %s', (_heading, status, phase, flow) => {
    for (const [what, checks] of Object.entries({ ...red, 'all passed': counted({ pass: 3 }) })) {
      const { say } = wordsOf(flow, status, phase, checks)
      expect(say, what).not.toMatch(/\bNothing\b/)
      expect(say, what).not.toBe('')
    }
  })

  it('tells how the session ended, whatever was wrong in it', () => {
    for (const checks of Object.values(red))
      expect(wordsOf(issuerFlow, 'credential_issued', 'done', checks)).toEqual({
        say: 'The credential has been issued.',
        more: 'The evidence of this run is kept.',
      })
  })

  it('names who ended the session of a campaign as its outcome does: nobody but a person is its tester', () => {
    const outcome = { ...session().outcome, id: 'ended_by_tester', sentence: 'Ended by the driver' } as const
    const seen = inspectSession(issuerFlow, { session: session({ outcome }), intended: {} })
    expect(nowWords(seen, issuerFlow).say).toBe('Ended by the driver.')
  })
})
