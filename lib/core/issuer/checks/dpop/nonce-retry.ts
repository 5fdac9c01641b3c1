import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopNonceRetry = defineCheck<DpopReading>('vci.dpop.nonce_retry', {
  title: 'After a nonce challenge the request is repeated with the nonce and a new jti',
  problem: 'The request was not repeated with the requested nonce and a new jti',
  clauses: ['RFC9449-8', 'HAIP-4'],
  level: 'must',
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  impossibleIn: ['no_dpop_nonce'],
  why: 'A wallet that does not retry with the nonce cannot work with servers that require nonces.',
  hint: 'On use_dpop_nonce make a new proof with a new jti and the nonce of the DPoP-Nonce header, then repeat the request.',
  run: onProof(({ claims, nonce }, { history }) => {
    if (history.challenge === null) return notApplicable(say`The previous response was not a challenge.`)
    const adopted = nonce.state === 'current' || nonce.state === 'recent'
    const sameJti = history.challenge.jti !== null && claims.jti === history.challenge.jti
    if (adopted && !sameJti) return pass()
    // One cause is blamed once.
    if (!('window' in nonce) && !sameJti)
      return notObserved(say`The nonce of the challenge is missing; see vci.dpop.nonce_adopted.`)
    return violated({
      expected: { nonce: say`of the challenge`, jti: say`new` },
      actual: { nonce: word(nonce.state), jti: sameJti ? say`the same` : say`new` },
    })
  }),
})
