import { defineCheck, notApplicable, pass, violated } from '../../../../engine/checks/check'
import { say } from '../../../../ground/values/wording'
import { onJwtProof } from '../../../judgements/on-key-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'

export const proofJwtNoncePresent = defineCheck<ProofsReading>('vci.proof.jwt.nonce_present', {
  title: 'The jwt proof carries a nonce',
  problem: 'The proof has no nonce claim',
  clauses: ['OID4VCI-1FINALA-F.1', 'OID4VCI-1FINAL-8.3.1.2'],
  level: 'must',
  impossibleIn: ['no_nonce_endpoint'],
  rejects: 'invalid_proof',
  refusal: (problem) => `${problem}: put in the c_nonce of the nonce endpoint as a string.`,
  needs: ['vci.proof.jwt.parse'],
  judges: { token: 'proof_jwt', member: 'claims.nonce' },
  why: 'This issuer has a nonce endpoint; its nonce shows that the proof was made for this request.',
  hint: 'Ask the nonce endpoint for a c_nonce right before the request and put it into the nonce claim.',
  run: (reading) =>
    onJwtProof(({ nonce: { state } }) => {
      if (state === 'absent' && !reading.hasNonceEndpoint)
        return notApplicable(say`This issuer has no nonce endpoint, so that a proof needs no nonce.`)
      return state === 'absent' || state === 'not_a_string'
        ? violated({ expected: say`a string`, actual: state === 'absent' ? null : say`not a string` })
        : pass()
    })(reading),
})
