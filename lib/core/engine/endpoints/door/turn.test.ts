import { describe, expect, it } from 'vitest'
import { addSeconds, epochMillis } from '../../../shared/time/time'
import { type Arrival, type NewestTurn, turnOf } from './turn'

const start = epochMillis(1_790_000_000_000)
const at = (seconds: number) => addSeconds(start, seconds)

/** A session that was made by a fetch at second 0. */
const session = (change: Partial<NewestTurn> = {}): NewestTurn => ({
  createdAt: start,
  expiresAt: at(900),
  settings: 'as they were',
  events: [
    { type: 'session_created', at: start },
    { type: 'credential_offer_generated', at: start },
    { type: 'offer_retrieved', at: start },
  ],
  exchanges: [{ method: 'GET', operation: 'getCredentialOffer' }],
  ...change,
})
const withEvents = (...types: readonly NewestTurn['events'][number]['type'][]): NewestTurn =>
  session({ events: [...session().events, ...types.map((type) => ({ type, at: at(5) }))] })
const withExchange = (method: string, operation: string | null): NewestTurn =>
  session({ exchanges: [...session().exchanges, { method, operation }] })

type Case = readonly [what: string, newest: NewestTurn | null, arrival: Partial<Arrival>, turn: 'continue' | 'new']

const cases: readonly Case[] = [
  ['the first fetch', null, {}, 'new'],
  ['a fetch 10 s later', session(), { now: at(10) }, 'continue'],
  ['a fetch 120 s later', session(), { now: at(120) }, 'continue'],
  ['a fetch 121 s later', session(), { now: at(121) }, 'new'],
  [
    'a fetch 120 s after the last of several',
    session({ events: [...session().events, { type: 'offer_retrieved', at: at(100) }] }),
    { now: at(220) },
    'continue',
  ],
  ['a fetch after a read of metadata', withExchange('GET', 'getIssuerMetadata'), { now: at(10) }, 'continue'],
  ['a fetch after a read of nothing', withExchange('GET', null), { now: at(10) }, 'continue'],
  ['a fetch after a posted fetch', withExchange('POST', 'postRequestObject'), { now: at(10) }, 'continue'],
  ['a fetch after an altered answer', withEvents('answer_altered'), { now: at(10) }, 'continue'],
  ['a fetch after a pushed request', withEvents('par_received', 'par_accepted'), { now: at(10) }, 'new'],
  ['a fetch after a refused token request', withEvents('token_rejected'), { now: at(10) }, 'new'],
  ['a fetch after a response', withEvents('vp_presentation_response_received'), { now: at(10) }, 'new'],
  ['a fetch after a refusal that a person told', withEvents('refusal_reported'), { now: at(10) }, 'new'],
  ['a fetch after something posted to nowhere', withExchange('POST', null), { now: at(10) }, 'new'],
  ['a fetch after a browser came', withExchange('GET', 'authorize'), { now: at(10) }, 'new'],
  ['a fetch after a change of settings', session(), { now: at(10), settings: 'as they are' }, 'new'],
  ['a fetch after the end', session({ expiresAt: at(60) }), { now: at(60) }, 'new'],
  ['another value of run', null, { run: 'b' }, 'new'],
  ['the same run, at once', session(), { run: 'a', now: at(1) }, 'continue'],
  ['the same run, an hour later', session(), { run: 'a', now: at(3600) }, 'continue'],
  ['the same run, after the credential', withEvents('token_issued', 'credential_issued'), { run: 'a' }, 'continue'],
]

describe('a fetch at a door', () => {
  it.each(cases)('%s', (_what, newest, arrival, turn) => {
    expect(turnOf(newest, { run: null, settings: 'as they were', now: at(10), ...arrival })).toBe(turn)
  })
})
