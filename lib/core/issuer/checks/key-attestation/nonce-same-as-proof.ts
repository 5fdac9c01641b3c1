import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationNonceSameAsProof = defineCheck<ProofsReading>('vci.key_attestation.nonce_same_as_proof', {
  title: 'Key attestation and jwt proof carry the same nonce',
  problem: 'The key attestation and the jwt proof carry different nonces',
  clauses: ['OID4VCI-1FINALA-F.1'],
  level: 'should',
  judges: { token: 'key_attestation', member: 'claims.nonce' },
  why: 'Two different nonces mean that the attestation was made for another request than the proof.',
  hint: 'Use the one c_nonce of the nonce endpoint for both.',
  run: onKeyAttestation(({ nonce }, { carrier, proofNonceDigest }) => {
    if (carrier === 'attestation_proof') return notApplicable(say`An attestation proof has no proof around it.`)
    if (nonce.digest === null || proofNonceDigest === null) return notApplicable(say`One of the two carries no nonce.`)
    return nonce.digest === proofNonceDigest
      ? pass()
      : violated({ expected: say`the same nonce`, actual: bare.twoDifferentOnes })
  }),
})
