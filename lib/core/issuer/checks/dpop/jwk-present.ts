import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { judgeKeyUse } from '../../../engine/judgements/judge-key-use'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { keyKindOf } from '../../judgements/key-kind-of'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopJwkPresent = defineCheck<DpopReading>('vci.dpop.jwk_present', {
  title: 'The DPoP proof carries its public key as a usable JWK that fits its algorithm',
  problem: 'The jwk header parameter of the DPoP proof is no valid public key that fits alg',
  clauses: ['RFC9449-4.2', 'RFC7517-4'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  refusal: 'The jwk header parameter of the DPoP proof must hold a valid public key that fits alg.',
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'header.jwk' },
  why: 'The server takes the key from the proof itself; it cannot resolve a reference such as kid.',
  hint: 'Put the public key as a JWK into the header parameter jwk, with every coordinate in full length.',
  run: onProof(({ header, jwk }) => {
    if (!jwk.present) {
      return violated({
        expected: say`jwk`,
        actual: header.kid === undefined ? null : say`kid`,
        ...(header.kid !== undefined && { hint: say`A kid is only a name: send the public key itself as jwk.` }),
      })
    }
    const actual = { kty: shown(jwk.kty), crv: shown(jwk.crv) }
    if (!jwk.usable) return violated({ expected: say`a valid public key`, actual })
    // An unknown or symmetric algorithm is reported by vci.dpop.alg; one error, one finding.
    const kind = keyKindOf(header.alg)
    const fits = kind === null || (kind.kty === jwk.kty && (kind.crv === null || kind.crv === jwk.crv))
    if (!fits) return violated({ expected: { kty: quote(kind.kty), crv: quote(kind.crv) }, actual })
    return judgeKeyUse(header.jwk, { verifies: kind === null ? null : String(header.alg) }) ?? pass(actual)
  }),
})
