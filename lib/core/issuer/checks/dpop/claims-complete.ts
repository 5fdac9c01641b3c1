import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quote } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

const required = { jti: 'string', htm: 'string', htu: 'string', iat: 'number' } as const

export const dpopClaimsComplete = defineCheck<DpopReading>('vci.dpop.claims_complete', {
  title: 'The DPoP proof has the claims jti, htm, htu and iat',
  problem: 'The DPoP proof lacks a claim',
  clauses: ['RFC9449-4.2', 'RFC9449-4.3'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  refusal: (problem) => `${problem}: jti, htm and htu as strings and iat as a number are required.`,
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  why: 'These four claims tie the proof to one request at one time; without one of them it could be used elsewhere.',
  hint: 'Put jti, htm, htu (strings) and iat (a number of seconds) into the claims of every proof.',
  run: onProof(({ claims }) => {
    const names = Object.entries(required)
    const missing = names.filter(([name]) => claims[name] === undefined || claims[name] === '').map(([name]) => name)
    const mistyped = names
      .filter(([name, type]) => !missing.includes(name) && typeof claims[name] !== type)
      .map(([name]) => name)
    if (missing.length + mistyped.length === 0) return pass()
    return violated({
      expected: Object.keys(required).map(quote),
      actual: {
        ...(missing.length > 0 && { missing: missing.map(quote) }),
        ...(mistyped.length > 0 && { wrong_type: mistyped.map(quote) }),
      },
    })
  }),
})
