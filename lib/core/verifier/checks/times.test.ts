import { expect, it } from 'vitest'
import type { Outcome } from '../../engine/checks/check'
import { kbJwt, sdJwt } from './fixtures/response'
import { date, goodKbJwt } from './fixtures/sd-jwt-reading'
import { kbExpNbf } from './kb/exp-nbf'
import { kbIatWindow } from './kb/iat-window'
import { sdjwtExp } from './sdjwt/exp'
import { sdjwtIat } from './sdjwt/iat'
import { sdjwtNbf } from './sdjwt/nbf'

/** Responses arrive at millisecond precision, and a wallet may send fractional seconds. */
const before = -9999.588999986649
const ahead = 4000.6930000782013
const binding = kbJwt({ iat: { ...goodKbJwt.iat, ...date(before), window: 'too_old' } })
const bound = kbJwt({ exp: { ...date(before), past: true } })
const boundLater = kbJwt({ nbf: { ...date(ahead), inFuture: true } })

it.each<[id: string, outcome: Outcome, seen: string]>([
  ['vp.sdjwt.exp', sdjwtExp.run(sdJwt({ exp: date(before) })), '10000 s ago'],
  ['vp.sdjwt.nbf', sdjwtNbf.run(sdJwt({ nbf: date(ahead) })), '4001 s ahead'],
  ['vp.sdjwt.iat', sdjwtIat.run(sdJwt({ iat: date(ahead) })), '4001 s ahead'],
  ['vp.kb.iat_window', kbIatWindow.run(binding), '-10000 s'],
  ['vp.kb.exp_nbf', kbExpNbf.run(bound), '-10000 s'],
  ['vp.kb.exp_nbf', kbExpNbf.run(boundLater), '4001 s'],
])('%s says in whole seconds how far off a time is', (_id, outcome, seen) => {
  expect(outcome).toMatchObject({ actual: seen })
})
