import { expect, it } from 'vitest'
import type { Outcome } from '../../engine/checks/check'
import { kbJwt, sdJwt } from './fixtures/response'
import { date, goodKbJwt } from './fixtures/sd-jwt-reading'
import { kb } from './kb'
import { sdjwtIssuer } from './sdjwt/issuer'

/** Responses arrive with millisecond precision, and a wallet may send fractional seconds. */
const before = -9999.588999986649
const ahead = 4000.6930000782013
const binding = kbJwt({ iat: { ...goodKbJwt.iat, ...date(before), window: 'too_old' } })
const bound = kbJwt({ exp: { ...date(before), past: true } })
const boundLater = kbJwt({ nbf: { ...date(ahead), inFuture: true } })

it.each<[id: string, outcome: Outcome, seen: string]>([
  ['vp.sdjwt.exp', sdjwtIssuer.exp.run(sdJwt({ exp: date(before) })), '3 h in the past'],
  ['vp.sdjwt.nbf', sdjwtIssuer.nbf.run(sdJwt({ nbf: date(ahead) })), '4001 s in the future'],
  ['vp.sdjwt.iat', sdjwtIssuer.iat.run(sdJwt({ iat: date(ahead) })), '4001 s in the future'],
  ['vp.kb.iat_window', kb.iat_window.run(binding), '3 h in the past'],
  ['vp.kb.exp_nbf', kb.exp_nbf.run(bound), '3 h in the past'],
  ['vp.kb.exp_nbf', kb.exp_nbf.run(boundLater), '4001 s in the future'],
])('%s says in words how far off a time is', (_id, outcome, seen) => {
  expect(outcome).toMatchObject({ actual: seen })
})

const inMilliseconds = kbJwt(
  { iat: { ...goodKbJwt.iat, ...date(1.8e12), looksLikeMilliseconds: true, window: 'in_future' } },
  { hints: [{ about: 'vp.kb.iat_window', found: 'milliseconds', detail: null }] },
)
const old = kbJwt(
  { iat: { ...goodKbJwt.iat, ...date(-600), window: 'too_old' } },
  { hints: [{ about: 'vp.kb.iat_window', found: 'clock_is_off', detail: -600 }] },
)

it.each<[string, Outcome, cause: string]>([
  ['a unit', kb.iat_window.run(inMilliseconds), 'The iat of the Key Binding JWT is in milliseconds'],
  ['a clock', kb.iat_window.run(old), 'The iat of the Key Binding JWT is 600 s in the past'],
  ['the end of a credential', sdjwtIssuer.exp.run(sdJwt({ exp: date(before) })), 'The credential expired 3 h ago'],
])('%s is told as the cause', (_of, outcome, cause) => {
  expect('cause' in outcome ? String(outcome.cause) : null).toBe(cause)
})

it('blames an iat in milliseconds once', () => {
  expect(kb.iat_present.run(inMilliseconds).result).toBe('pass')
})
