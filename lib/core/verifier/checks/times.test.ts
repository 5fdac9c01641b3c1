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

const inMilliseconds = kbJwt({
  iat: { ...goodKbJwt.iat, ...date(1.8e12), looksLikeMilliseconds: true, window: 'in_future' },
})
const old = kbJwt({ iat: { ...goodKbJwt.iat, ...date(-600), window: 'too_old' } })

it.each<[string, Outcome, key: string]>([
  ['a unit', kb.iat_window.run(inMilliseconds), 'milliseconds'],
  ['a clock', kb.iat_window.run(old), 'in_the_past'],
  ['the end of a credential', sdjwtIssuer.exp.run(sdJwt({ exp: date(before) })), 'past'],
])('%s is the reason', (_of, outcome, key) => {
  expect(outcome).toMatchObject({ reason: key })
})

it('blames an iat in milliseconds once', () => {
  expect(kb.iat_present.run(inMilliseconds).result).toBe('pass')
})
