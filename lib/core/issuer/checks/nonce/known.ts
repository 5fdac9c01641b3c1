import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onProofNonce } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

const reasons = {
  unknown: bare.aNonceThatThisIssuerNeverIssued,
  other_issuer: say`a nonce from another issuer of this service`,
} as const

export const nonceKnown = defineCheck<ProofsReading>('vci.nonce.known', {
  title: 'The nonce of the proof was issued by this issuer',
  problem: 'The nonce of the proof was not issued by this issuer',
  clauses: ['OID4VCI-1FINAL-8.3.1.2', 'OID4VCI-1FINALA-F.4'],
  level: 'must',
  rejects: 'invalid_nonce',
  refusal: (problem) => `${problem}: get a c_nonce from its nonce endpoint and make a new proof.`,
  judges: { token: 'proof_jwt', member: 'claims.nonce' },
  why: 'Only its own nonce tells the issuer that the proof is fresh and meant for it.',
  hint: 'Ask this issuer for a nonce right before the request; on invalid_nonce ask again and repeat with a new proof.',
  run: onProofNonce(({ state }) =>
    state === 'unknown' || state === 'other_issuer'
      ? violated({ expected: say`a nonce from this issuer`, actual: reasons[state] })
      : pass(),
  ),
})
