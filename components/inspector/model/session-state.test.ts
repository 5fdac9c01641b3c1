import { describe, expect, it } from 'vitest'
import type { OutcomeId } from '@/lib/core/engine/evidence/outcomes'
import type { NextStep } from '@/lib/core/engine/evidence/z-session-view'
import { expectedExchanges } from './exchanges'
import { cleanFlow, exchange, inspected, session, startedAt } from './fixtures/session'
import type { SessionPhase } from './flow-model'
import { issuerFlow } from './flows/issuer'
import { verifierFlow } from './flows/verifier'
import { inspectSession } from './inspect-session'
import { nowWords, steps } from './progress'
import { liveForMillis, refusedWithin, standingOf } from './session-state'

type View = ReturnType<typeof session>

const at = (seconds: number) => startedAt + seconds * 1000
const phaseOf = (view: View) => inspected(view).phase
const live = (view: View, now: number) =>
  liveForMillis(inspected(view), { lingerSeconds: issuerFlow.lingerSeconds, now })
const expected = (view: View) => expectedExchanges(inspected(view), issuerFlow)
const stepsOf = (view: View, phase: SessionPhase) => steps(inspected(view, phase), issuerFlow)

describe('sessionPhase', () => {
  it('distinguishes an untouched session from a running one', () => {
    expect(phaseOf(session())).toBe('created')
    expect(phaseOf(session({ exchanges: cleanFlow.slice(0, 1) }))).toBe('running')
  })

  it('distinguishes a session that no wallet ever reached from one that ended halfway', () => {
    expect(phaseOf(session({ status: 'expired' }))).toBe('unreached')
    expect(phaseOf(session({ status: 'expired', exchanges: cleanFlow.slice(0, 1) }))).toBe('expired')
    const readByTester = cleanFlow.slice(0, 1).map((one) => ({ ...one, origin: 'operator' as const }))
    expect(phaseOf(session({ exchanges: readByTester }))).toBe('created')
    expect(phaseOf(session({ status: 'expired', exchanges: readByTester }))).toBe('unreached')
  })

  it('considers a refused certificate only during the session, and while no wallet has connected', () => {
    expect(refusedWithin(session(), at(10))).toBe(at(10))
    expect(refusedWithin(session(), at(-10))).toBeNull()
    expect(refusedWithin(session(), at(901))).toBeNull()
    expect(refusedWithin(session(), null)).toBeNull()
    expect(refusedWithin(session({ exchanges: cleanFlow }), at(10))).toBeNull()
  })

  it('never takes an issued credential back when time runs out', () => {
    expect(phaseOf(session({ status: 'credential_issued', exchanges: cleanFlow }))).toBe('done')
  })

  it('is the silence of a wallet that was to refuse, and the end that the tester set', () => {
    const outcome = (id: OutcomeId) => ({ id, sentence: '', detail: '', success: null, over: true })
    const exchanges = cleanFlow.slice(0, 1)
    expect(phaseOf(session({ exchanges, outcome: outcome('silent') }))).toBe('silent')
    expect(phaseOf(session({ exchanges, outcome: outcome('ended_by_tester') }))).toBe('ended')
  })

  it('leaves a refused wallet the chance to try again', () => {
    expect(phaseOf(session({ status: 'credential_requested', exchanges: cleanFlow }))).toBe('refused')
  })
})

describe('standingOf', () => {
  const step = (operation: string | null, survives: NextStep['survives'] = []): NextStep => ({
    do: 'Send it again.',
    because: 'The code is valid.',
    operation,
    survives,
  })
  const refused = (next: NextStep, more: Partial<View> = {}) =>
    standingOf(inspected(session({ exchanges: cleanFlow, next_step: next, ...more }), 'refused'), {})
  const code = { kind: 'code', ended: null, ended_at: null, by: null } as const

  it('says until when a refused wallet may send again: as long as what it needs lives', () => {
    const until = '2026-11-14T09:31:00.000Z'
    const words = 'Refused. The wallet may send again until'
    expect(refused(step('requestToken', [{ ...code, lives: true, until }]))).toEqual({ words, until })
    expect(refused(step('requestToken'), { open_until: until })).toEqual({ words, until })
  })

  it('says that a refused wallet cannot go on where only a new session helps', () => {
    expect(refused(step(null))).toEqual({ words: 'Refused. Only a new session helps.', until: null })
  })

  it('says of a used request that it has ended, and never that further requests count', () => {
    const done = inspected(session({ open_until: '2026-11-14T09:56:00.000Z' }), 'done')
    expect(standingOf(done, verifierFlow)).toEqual({ words: 'Ended: the request is used up.', until: null })
    expect(standingOf(done, issuerFlow)).toMatchObject({ words: 'Requests still count until' })
    expect(standingOf(inspected(session({ open_until: null }), 'done'), issuerFlow)).toBeNull()
    expect(standingOf(inspected(session(), 'running'), verifierFlow)).toBeNull()
  })
})

describe('liveForMillis', () => {
  it('polls until the session expires, and for half a minute after the last exchange of one that is over', () => {
    expect(live(session(), at(100))).toBe(800_000)
    const issued = session({ status: 'credential_issued', exchanges: cleanFlow, open_until: null })
    expect(live(issued, at(10))).toBe(26_000)
    expect(live(issued, at(40))).toBe(0)
    expect(live(session({ status: 'expired' }), at(901))).toBe(0)
    expect(live(session({ status: 'expired', exchanges: cleanFlow.slice(0, 1) }), at(901))).toBe(0)
  })

  it('continues after the credential for as long as requests count', () => {
    const issued = session({ status: 'credential_issued', exchanges: cleanFlow })
    expect(live(issued, at(100))).toBe(800_000)
    expect(live(issued, at(900))).toBe(0)
  })

  it('continues while a token may be valid, although the offer has expired', () => {
    const late = session({ status: 'token_issued', exchanges: cleanFlow.slice(0, 4) })
    expect(live(late, at(10))).toBe(890_000)
    expect(live({ ...late, expires_at: late.created_at }, at(104))).toBe(500_000)
  })
})

describe('expectedExchanges and steps', () => {
  it('start with the whole flow, and include the offer only if it is fetched', () => {
    expect(expected(session()).map(({ kind }) => kind)).toEqual([
      'offer',
      'issuer_metadata',
      'as_metadata',
      'token',
      'nonce',
      'credential',
    ])
    expect(expected(session({ credential_offer_mode: 'credential_offer' }))[0]?.kind).toBe('issuer_metadata')
  })

  it('continue after the furthest success, even if a wallet skipped a step', () => {
    const [offer, , , token] = cleanFlow
    const running = session({ exchanges: [offer, token].filter((one) => one !== undefined) })
    expect(expected(running).map(({ kind }) => kind)).toEqual(['nonce', 'credential'])
    expect(stepsOf(running, 'running').map(({ key, state }) => `${key} ${state}`)).toEqual([
      'offer done',
      'issuer_metadata ahead',
      'token done',
      'nonce current',
      'credential ahead',
      'notification ahead',
    ])
  })

  it('expect a refused step again', () => {
    const refused = cleanFlow.map((one) =>
      one.path.endsWith('/credential') ? { ...one, response: { ...one.response, status: 400 } } : one,
    )
    const view = session({ status: 'credential_requested', exchanges: refused })
    expect(expected(view).map(({ kind }) => kind)).toEqual(['credential'])
    expect(stepsOf(view, 'refused').at(-1)).toMatchObject({ label: 'Stored, with notification', state: 'ahead' })
    expect(stepsOf(view, 'refused').at(-2)).toMatchObject({
      label: 'Credential refused',
      state: 'held',
      isCurrent: true,
    })
  })

  it('expect another code where the refused one is used up, and nothing where only a new session helps', () => {
    const spent = (operation: string | null) =>
      session({
        flow: 'authorization_code',
        status: 'token_requested',
        exchanges: cleanFlow.slice(0, 3),
        next_step: { do: 'Start again.', because: 'The code is used up.', operation, survives: [] },
      })
    expect(expected(spent('pushAuthorizationRequest'))[0]?.kind).toBe('par')
    expect(expected(spent('requestNonce')).map(({ kind }) => kind)).toEqual(['nonce', 'credential'])
    expect(expected(spent(null))).toEqual([])
  })

  it('are red at a refused step only if a MUST was broken, like the verdict', () => {
    const refused = cleanFlow.map((one) =>
      one.path.endsWith('/credential') ? { ...one, response: { ...one.response, status: 400 } } : one,
    )
    for (const [id, state] of [
      ['failed', 'refused'],
      ['refused', 'held'],
    ] as const) {
      const outcome = { id, sentence: 'Credential refused', detail: '', success: null, over: false }
      const seen = inspectSession(issuerFlow, {
        session: session({ status: 'credential_requested', exchanges: refused, outcome }),
        intended: {},
      })
      expect(steps(seen, issuerFlow).at(-2)?.state).toBe(state)
    }
  })

  it('stay at a refused step, and wait for nothing after it', () => {
    const refused = cleanFlow
      .slice(0, 4)
      .map((one) => (one.path.endsWith('/token') ? { ...one, response: { ...one.response, status: 400 } } : one))
    const view = session({ status: 'token_requested', exchanges: refused })
    expect(stepsOf(view, 'refused').map(({ label, state, isCurrent }) => [label, state, isCurrent])).toEqual([
      ['Offer fetched', 'done', false],
      ['Metadata read', 'done', false],
      ['Token refused', 'held', true],
      ['Fetch a nonce', 'ahead', false],
      ['Get the credential', 'ahead', false],
      ['Stored, with notification', 'ahead', false],
    ])
  })

  it('keep waiting for a step that only got a DPoP nonce back', () => {
    const planned = { status: 400, content_type: null, headers: {}, body: { error: 'use_dpop_nonce' } }
    const exchanges = cleanFlow
      .slice(0, 4)
      .map((one) => (one.path.endsWith('/token') ? { ...one, response: planned } : one))
    expect(stepsOf(session({ exchanges }), 'running').find(({ isCurrent }) => isCurrent)).toMatchObject({
      label: 'Get the token',
      state: 'current',
    })
  })

  it('do not count a CORS preflight as a step', () => {
    const preflight = exchange('/issuers/x/token', 204, 4, { id: 'asked', method: 'OPTIONS', operation: null })
    const view = session({ exchanges: [...cleanFlow.slice(0, 3), preflight] })
    const seen = inspectSession(issuerFlow, { session: view, intended: { asked: 'requestToken' } })
    expect(expectedExchanges(seen, issuerFlow)[0]?.kind).toBe('token')
    expect(steps(seen, issuerFlow).find(({ isCurrent }) => isCurrent)).toMatchObject({
      label: 'Get the token',
      state: 'current',
    })
  })

  it('never mark a step as done before it is', () => {
    const open = stepsOf(session({ flow: 'authorization_code' }), 'created')
    expect(open.filter(({ label }) => /(ed|read|in)$/.test(label) && label !== 'Sign the user in')).toEqual([])
    expect(open.map(({ state }) => state).indexOf('current')).toBe(0)
  })
})

describe('words', () => {
  it('ask for no scan while the built-in wallet is running, and do again once it has sent nothing for long', () => {
    const started = { at: new Date(at(5)).toISOString(), type: 'reference_wallet_started', detail: {} } as const
    const seenAt = (seconds: number, exchanges = cleanFlow.slice(0, 0)) =>
      inspectSession(issuerFlow, {
        session: session({ events: [started], exchanges }),
        intended: {},
        now: at(seconds),
      })
    expect(nowWords(seenAt(7), issuerFlow).say).toContain('built-in wallet is running')
    expect(nowWords(seenAt(60), issuerFlow).say).not.toContain('built-in wallet')
    expect(seenAt(7, cleanFlow.slice(0, 1)).walletStarted).toBe(false)
  })

  it('say why the built-in wallet stopped, until it is started again', () => {
    const at5 = new Date(at(5)).toISOString()
    const started = { at: at5, type: 'reference_wallet_started', detail: {} } as const
    const stopped = { at: at5, type: 'reference_wallet_stopped', detail: { reason: 'Nothing is left.' } } as const
    const seen = (events: View['events']) =>
      inspectSession(issuerFlow, { session: session({ events }), intended: {}, now: at(6) })
    expect(nowWords(seen([started, stopped]), issuerFlow)).toEqual({
      say: 'The built-in wallet stopped before it could respond.',
      more: 'Nothing is left. Run it again, or use a wallet of your own.',
    })
    expect(nowWords(seen([started, stopped, started]), issuerFlow).say).toContain('built-in wallet is running')
  })

  it('differ in every phase and are never empty', () => {
    const view = session({ exchanges: cleanFlow.slice(0, 2) })
    const phases = ['created', 'running', 'refused', 'done', 'failed', 'expired', 'unreached'] as const
    const said = phases.map((phase) => {
      const seen = inspected(view, phase)
      return `${phase} / ${nowWords(seen, issuerFlow).say}`
    })
    expect(new Set(said).size).toBe(phases.length)
    expect(said.filter((text) => /undefined|^ \/|\/ $/.test(text))).toEqual([])
  })
})
