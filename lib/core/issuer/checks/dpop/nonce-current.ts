import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say, word } from '../../../ground/values/wording'
import { onProof } from '../../judgements/on-dpop-proof'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

/**
 * Lets the server challenge a wallet that did nothing wrong: on first contact it cannot have a nonce, and its last one
 * may have expired. So the response is `use_dpop_nonce`, but the finding is only a warning.
 */
export const dpopNonceCurrent = defineCheck<DpopReading>('vci.dpop.nonce_current', {
  title: 'The DPoP proof carries the nonce that this server requires',
  problem: 'A DPoP nonce is required',
  clauses: ['RFC9449-8', 'RFC9449-9'],
  level: 'info',
  rejects: 'use_dpop_nonce',
  refusal: (problem) => `${problem}: repeat the request with the value of the DPoP-Nonce header of this response.`,
  needs: ['vci.dpop.wellformed'],
  concerns: ['dpop_proof'],
  impossibleIn: ['no_dpop_nonce'],
  why: 'A server that requires nonces has to challenge the first request, and again after a nonce has expired.',
  hint: 'On first contact the wallet did nothing wrong: repeat the request with a new proof that carries the nonce from this response.',
  run: onProof(({ nonce }, { policy }) => {
    if (policy === 'off') return notApplicable(say`This session uses no DPoP nonces.`)
    if (nonce.state === 'stale')
      return violated({ expected: say`a nonce from the last few minutes`, actual: say`an expired one` })
    if (nonce.state === 'current' || nonce.state === 'recent') return pass(word(nonce.state))
    if (nonce.state !== 'absent')
      return notApplicable(say`The nonce is not from this server; see vci.dpop.nonce_adopted.`)
    return policy === 'required'
      ? violated({ expected: say`a nonce`, actual: bare.noNonce })
      : notApplicable(say`This session does not require a nonce.`)
  }),
})
