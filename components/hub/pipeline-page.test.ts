import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { stepsOf } from '@/lib/queries/run-steps'
import { stepDetails } from './pipeline-definition'
import { counts, endLook, nowWords, stepLook } from './run-words'
import { RunProblem } from './runs-panel'

const shown = (code: string): string => renderToStaticMarkup(createElement(RunProblem, { code, places: [] }))

describe('why a form of a run was not carried out', () => {
  it('names the part that is not responding, by the code of the interface', () => {
    expect(shown('store_unavailable')).toContain('Storage is not responding')
    expect(shown('temporal_unavailable')).toContain('Temporal is not responding')
  })

  it('has words of its own for no other code', () => {
    for (const code of ['toString', 'unheard_of']) expect(shown(code)).toContain('This did not work')
  })
})

const end = (status: string, reason = '', infra = false) => endLook({ status, reason, infra }).words

describe('how a run has ended', () => {
  it.each([
    ['completed', '', false, 'completed'],
    ['failed', 'must_failed', false, 'failed: a rule with must was broken'],
    ['failed', '', false, 'failed'],
    ['timed_out', 'timed_out', false, 'timed out'],
    ['canceled', 'nobody_came', false, 'could not run: nobody came'],
    ['canceled', 'no_result', false, 'could not run: no result came'],
    ['canceled', 'worker_lost', true, 'could not run: our side failed'],
    ['canceled', 'no_place', true, 'could not run: our side failed, the reference wallet sent nothing in time'],
    ['canceled', '', true, 'could not run: our side failed'],
    ['canceled', '', false, 'cancelled'],
    ['canceled', 'their own words', false, 'could not run: their own words'],
    ['canceled', 'constructor', false, 'could not run: constructor'],
    ['terminated', '', false, 'could not run: it was terminated'],
    ['new_status', '', false, 'new_status'],
  ])('%s, reason "%s", infra %s: %s', (status, reason, infra, words) => {
    expect(end(status, reason, infra)).toBe(words)
  })

  it('says which count', () => {
    const all = ['completed', 'failed', 'timed_out', 'canceled', 'terminated']
    expect(all.filter((status) => counts({ status }))).toEqual(['completed', 'failed', 'timed_out'])
  })
})

describe('what a run waits for', () => {
  const now = (...steps: object[]) => nowWords({ steps: stepsOf(steps) })
  it.each([
    [[], 'Waits for a worker to take it'],
    [[{ id: 'a', state: 'running', kind: 'issuance', waits_for: 'wallet' }], 'Waits for a wallet: a'],
    [[{ id: 'a', state: 'running', kind: 'custom', waits_for: 'result' }], 'Waits for a result from elsewhere: a'],
    [[{ id: 'a', state: 'running', kind: 'custom' }], 'An integration is at work: a'],
    [[{ id: 'a', state: 'running', kind: 'campaign' }], 'The reference wallet is at work: a'],
    [
      [
        { id: 'a', state: 'passed' },
        { id: 'b', state: 'waiting' },
      ],
      'Goes on to its next step',
    ],
  ])('%j: %s', (steps, words) => {
    expect(now(...steps)).toBe(words)
  })
})

describe('how a step stands', () => {
  const look = (state: string, reason = '', waitsFor: 'wallet' | 'result' | null = null) =>
    stepLook({ state, reason, waitsFor }).words
  it('says it in words, with why it did not pass', () => {
    expect(look('waiting')).toBe('not begun')
    expect(look('running')).toBe('under way')
    expect(look('running', '', 'wallet')).toBe('waits for a wallet')
    expect(look('running', '', 'result')).toBe('waits for a result')
    expect(look('passed')).toBe('passed')
    expect(look('failed', 'must_failed: vci.dpop.htu')).toBe('failed: a rule with must was broken: vci.dpop.htu')
    expect(look('uncounted', 'nobody_came')).toBe('not counted: nobody came')
    expect(look('skipped')).toBe('skipped')
    expect(look('of elsewhere')).toBe('of elsewhere')
  })
})

it('names what a step uses, and how its session is made', () => {
  expect(stepDetails({ kind: 'issuance', session: { flow: 'authorization_code', client_id: 'wallet' } })).toEqual([
    'authorization_code',
    'wallet',
  ])
  expect(stepDetails({ kind: 'campaign', campaign: 'smoke' })).toEqual(['smoke'])
  expect(stepDetails({ kind: 'campaign', presets: ['bad_signature', 'unknown_claim'] })).toEqual([
    'bad_signature',
    'unknown_claim',
  ])
  expect(stepDetails({ kind: 'custom', custom_check: 'acme/probe', runs: 'external' })).toEqual(['acme/probe'])
})

it('shows a query only where no use case stands for it', () => {
  const session = { dcql_query: { credentials: [] }, profile: 'haip' }
  expect(stepDetails({ kind: 'presentation', session })).toEqual(['{"credentials":[]}', 'haip'])
  expect(stepDetails({ kind: 'presentation', use_case: 'acme/verifier/age', session })).toEqual([
    'acme/verifier/age',
    'haip',
  ])
})

it('takes a malformed step as it is', () => {
  expect(stepDetails({ kind: 7, session: 'none', campaign: ['a'] })).toEqual(['["a"]'])
})
