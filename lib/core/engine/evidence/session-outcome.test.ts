import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { issuerKind } from '../../issuer/evidence/issuer-kind'
import { epochMillis } from '../../shared/time/time'
import { evidence } from './fixtures/sessions'
import { type CurrentProgress, currentProgress, outcomes, type ProgressState, toneOf } from './outcomes'
import { projectConformance } from './project-conformance'
import { type OpenRefusal, sessionOutcome } from './session-outcome'
import type { ConformanceEntry } from './session-view'
import { summarise } from './summarise'

const [template] = projectConformance(issuerKind, evidence([])).entries
let made = 0
const entry = (change: Partial<ConformanceEntry>): ConformanceEntry => ({
  ...template!,
  id: `vci.made.${++made}`,
  status: 'pass',
  level: 'must',
  profile: 'base',
  ...change,
})
const failed = (level: 'must' | 'should' | 'info', profile: 'base' | 'haip' | 'pid' = 'base') =>
  entry({ status: 'fail', level, profile })

const later = epochMillis(1_800_000_900_000)

const stands: Readonly<Record<ProgressState, string>> = {
  created: 'Waiting for a scan',
  running: 'Wallet at work',
  refused: 'Credential refused',
  done: 'Credential issued',
  captured: 'Code received',
  declined: 'The wallet declined',
  failed: 'Stopped by an error',
  silent: 'The wallet said nothing',
  ended: 'Ended by the tester',
  expired: 'Expired without a verdict',
  unreached: 'Expired, never reached',
}

/** The outcome of findings in a session with this progress; `done` means that it reached its purpose. */
function outcomeOf(
  conformance: readonly ConformanceEntry[],
  standing: ProgressState,
  { mixedTraffic = false, refusal = null }: { mixedTraffic?: boolean; refusal?: OpenRefusal | null } = {},
) {
  const stand: CurrentProgress = { standing, words: stands[standing], until: standing === 'created' ? later : null }
  const summary = summarise(conformance, standing === 'done', { mixedTraffic })
  const outcome = sessionOutcome({ conformance, summary, stand, refusal })
  // No outcome contradicts the verdict.
  expect(outcomes[outcome.id].verdict).toBe(summary.verdict)
  expect(outcome.success).toBe({ pass: true, fail: false, incomplete: null }[summary.verdict])
  return outcome
}

describe('the outcome of a session', () => {
  it('counts MUST only, each check once, and says what it leaves out', () => {
    const twice = failed('must')
    const conformance = [twice, { ...twice }, failed('must', 'pid'), failed('must', 'haip'), failed('should')]
    expect(outcomeOf(conformance, 'refused')).toMatchObject({
      id: 'failed',
      sentence: '2 checks failed',
      detail: 'Credential refused, 1 HAIP requirement failed, 1 SHOULD failed',
    })
  })

  it('names the profile where only that is broken', () => {
    expect(outcomeOf([failed('must', 'haip'), failed('should')], 'done')).toMatchObject({
      id: 'failed',
      sentence: '1 HAIP requirement failed',
      detail: 'Credential issued, no other MUST failed, 1 SHOULD failed',
    })
  })

  it('does not fail for what breaks a profile that the session does not claim', () => {
    const warned = (id: string) => entry({ id, status: 'warn', profile: 'haip' })
    expect(outcomeOf([entry({}), warned('a')], 'done')).toMatchObject({
      id: 'passed_with_warnings',
      sentence: 'Passed, 1 warning',
      success: true,
    })
    expect(outcomeOf([entry({}), warned('a'), warned('a'), warned('b')], 'done').sentence).toBe('Passed, 2 warnings')
  })

  it('does not call a wallet clean that broke a SHOULD', () => {
    expect(outcomeOf([entry({}), failed('should')], 'done')).toMatchObject({
      id: 'passed_with_warnings',
      sentence: 'No MUST failed',
      detail: 'Credential issued, 1 SHOULD failed',
    })
  })

  covers('D24')
  it('is never green over a MUST that was most likely broken, unless the traffic is mixed', () => {
    const breach = entry({ status: 'warn', softened: 'inferred', correlation: 'inferred' })
    expect(outcomeOf([entry({}), breach], 'done')).toMatchObject({
      id: 'most_likely_failed',
      sentence: '1 check most likely failed',
      detail: 'Credential issued. One request is inferred',
    })
    const foreign = { ...breach, exchange_id: 'x' }
    expect(outcomeOf([entry({}), foreign], 'done', { mixedTraffic: true }).id).toBe('passed')
  })

  it('names the requests that it only infers, of one kind or of several', () => {
    const breach = (id: string, exchangeId: string) =>
      entry({ id, exchange_id: exchangeId, status: 'warn', softened: 'inferred', correlation: 'inferred' })
    const detail = (...breaches: readonly ConformanceEntry[]) => outcomeOf([entry({}), ...breaches], 'done').detail
    const metadata = breach('vci.metadata.accept', 'first')
    expect(detail(metadata)).toBe('Credential issued. One metadata request is inferred')
    expect(detail(metadata, breach('vci.metadata.path', 'first'))).toBe(
      'Credential issued. One metadata request is inferred',
    )
    expect(detail(metadata, breach('vci.metadata.path', 'second'))).toBe(
      'Credential issued. 2 metadata requests are inferred',
    )
    expect(detail(metadata, breach('vci.nonce.method', 'second'))).toBe('Credential issued. 2 requests are inferred')
  })

  it('passes a wallet only once it is done', () => {
    expect(outcomeOf([entry({})], 'done')).toMatchObject({ sentence: 'Passed', detail: 'Credential issued' })
    for (const standing of Object.keys(stands) as ProgressState[])
      if (standing !== 'done') expect(outcomeOf([entry({})], standing).success).toBeNull()
  })

  it('says how far the flow came where there is no verdict', () => {
    const ids = {
      created: 'waiting',
      running: 'running',
      refused: 'refused',
      captured: 'captured',
      declined: 'declined',
      failed: 'stopped',
      silent: 'silent',
      ended: 'ended_by_tester',
      expired: 'expired',
      unreached: 'never_reached',
    } as const
    for (const [standing, id] of Object.entries(ids) as [keyof typeof ids, string][])
      expect(outcomeOf([], standing)).toMatchObject({ id, sentence: stands[standing] })
    expect(outcomeOf([], 'done')).toMatchObject({ id: 'undecided', sentence: 'Credential issued, no verdict' })
  })

  it('tells a refusal that was only inferred, and calls it no failure', () => {
    const refused = entry({ status: 'warn', rejected: true, correlation: 'inferred' })
    const refusal: OpenRefusal = { acts: 'wallet', rule: 'specification', inferred: true }
    for (const standing of ['created', 'running', 'expired'] as const)
      expect(outcomeOf([refused], standing, { refusal })).toMatchObject({
        id: 'refused',
        sentence: 'A request was refused',
        detail: 'most likely of this wallet',
      })
    expect(outcomeOf([entry({}), refused], 'done', { refusal }).id).toBe('passed_with_warnings')
  })

  it('says beside a failure that the request was refused, while nothing has gone through since', () => {
    const refusal: OpenRefusal = { acts: 'wallet', rule: 'specification', inferred: false }
    const detail = (standing: ProgressState, change: Partial<OpenRefusal> | null = {}) =>
      outcomeOf([failed('must')], standing, { refusal: change === null ? null : { ...refusal, ...change } }).detail
    expect(detail('running')).toBe('Request refused')
    expect(detail('running', { inferred: true })).toBe('')
    expect(detail('running', null)).toBe('')
    expect(detail('expired')).not.toContain('Request refused')
  })

  it('is refused while nothing has gone through since, whatever the level, and says whose part it is', () => {
    const told = (change: Partial<OpenRefusal>, standing: ProgressState = 'running') => {
      const refusal: OpenRefusal = { acts: 'wallet', rule: 'specification', inferred: false, ...change }
      const { id, sentence, detail } = outcomeOf([failed('should')], standing, { refusal })
      return [id, sentence, detail]
    }
    expect(told({})).toEqual(['refused', 'Request refused', 'no MUST failed, 1 SHOULD failed'])
    expect(told({ rule: 'house' })).toEqual([
      'refused',
      'Request refused',
      'by a rule of this service, no MUST failed, 1 SHOULD failed',
    ])
    expect(told({ acts: 'issuer' }, 'refused')[2]).toBe('the issuer’s part, no MUST failed, 1 SHOULD failed')
    expect(told({ acts: 'tester' }, 'failed')[2]).toBe('the part of the request, no MUST failed, 1 SHOULD failed')
    expect(told({ acts: 'operator' })[2]).toBe('a setting of this service, no MUST failed, 1 SHOULD failed')
  })

  it('counts apart what the issuer of a credential broke', () => {
    const issued = { ...failed('must'), acts: 'issuer' } as const
    expect(outcomeOf([issued, failed('must')], 'refused').detail).toBe('1 of the credential, Credential refused')
    expect(outcomeOf([issued], 'refused').detail).toBe('of the credential, Credential refused')
  })

  it('has a colour that never contradicts it', () => {
    for (const [id, { verdict, tone }] of Object.entries(outcomes)) {
      expect([id, tone === 'fail']).toEqual([id, verdict === 'fail'])
      if (tone === 'pass') expect([id, verdict]).toEqual([id, 'pass'])
      expect(toneOf({ id: id as keyof typeof outcomes })).toBe(tone)
    }
  })
})

describe('how a session stands now', () => {
  const running = { standing: 'running', words: 'Wallet at work' } as const
  const now = (more: Partial<Parameters<typeof currentProgress>[0]>) =>
    currentProgress({ stand: running, until: later, reached: true, ended: null, ...more })

  it('is waiting until a wallet comes, and never reached where none did', () => {
    expect(now({ reached: false })).toMatchObject({ standing: 'created', until: later })
    expect(now({ reached: false }).words).toBe('Waiting for a scan')
    expect(now({ reached: false, waiting: 'Waiting for a page' }).words).toBe('Waiting for a page')
    expect(now({ reached: false, until: null })).toMatchObject({ standing: 'unreached', until: null })
    expect(now({ reached: false, until: null, late: true }).words).toBe('Expired before the wallet came')
    expect(now({})).toMatchObject({ standing: 'running', until: later })
    expect(now({ until: null })).toMatchObject({ standing: 'expired', until: null })
  })

  it('keeps what it came to when its time ends', () => {
    for (const standing of ['refused', 'done', 'captured', 'declined', 'failed', 'silent'] as const) {
      const stand = { standing, words: stands[standing] }
      expect(now({ stand, until: null })).toEqual({ ...stand, until: null })
      expect(now({ stand })).toEqual({ ...stand, until: later })
    }
  })

  it('is ended by the tester of a campaign, unless it came to an end before', () => {
    const by = (shown: string, teller: 'person' | 'driver' | null = 'person') => ({
      ended: { detail: teller === null ? { shown } : { shown, by: teller } },
    })
    const ended = { standing: 'ended', words: 'Ended by the tester', until: null }
    expect(now({ ...by('nothing'), until: null })).toEqual(ended)
    expect(now(by('error')).words).toBe('Ended by the tester: the wallet showed an error')
    expect(now(by('went_on')).words).toBe('Ended by the tester: the wallet carried on')
    expect(now(by('toString')).words).toBe('Ended by the tester')
    expect(now(by('error', 'driver')).words).toBe('Ended by the driver: the wallet showed an error')
    expect(now(by('error', null)).words).toBe('Ended by a report: the wallet showed an error')
    expect(now({ ...by('error'), stand: { standing: 'done', words: 'Credential issued' } }).standing).toBe('done')
  })
})
