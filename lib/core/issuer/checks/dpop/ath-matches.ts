import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { withoutPadding } from '../../../ground/values/base64'
import { say, word } from '../../../ground/values/wording'
import { onProofWithToken } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopAthMatches = defineCheck<DpopReading>('vci.dpop.ath_matches', {
  title: 'The DPoP proof belongs to the access token of the request',
  problem: 'The ath claim of the DPoP proof is not the base64url SHA-256 of the access token that was sent',
  clauses: ['RFC9449-4.3', 'RFC9449-4.2'],
  level: 'must',
  rejects: 'invalid_dpop_proof',
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  judges: { token: 'dpop', member: 'claims.ath' },
  why: 'A proof for another token proves nothing about this one.',
  hint: 'Hash the token exactly as in the Authorization header, without the scheme; encode base64url without padding, not hex.',
  run: onProofWithToken(({ claims: { ath } }, { accessTokenHash }) => {
    if (ath === undefined) return notApplicable(say`The proof has no ath; see vci.dpop.ath_present.`)
    if (accessTokenHash === null) return notApplicable(say`No access token came with the request.`)
    if (ath === accessTokenHash) return pass()
    const padded =
      typeof ath === 'string' && withoutPadding(ath).replaceAll('+', '-').replaceAll('/', '_') === accessTokenHash
    return violated({
      expected: say`the hash of the access token that was sent`,
      actual: typeof ath === 'string' ? bare.anotherValue : word(typeof ath),
      ...(padded && { hint: say`The hash is right but its encoding is not: use base64url without padding.` }),
    })
  }),
})
