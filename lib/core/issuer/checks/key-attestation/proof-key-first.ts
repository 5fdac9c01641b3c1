import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationProofKeyFirst = defineCheck<ProofsReading>('vci.key_attestation.proof_key_first', {
  title: 'The key that signed the jwt proof is the first of the attested keys',
  problem: 'The key that signed the jwt proof is not the first of the attested keys',
  clauses: ['OID4VCI-1FINALA-F.1'],
  level: 'info',
  needs: ['vci.key_attestation.proof_key_attested'],
  why: 'ETSI TS 119 472-3 lets the first attested key sign, and some issuers look nowhere else.',
  hint: 'Put the key that signs the proof first into attested_keys.',
  run: onKeyAttestation(({ attestedKeys: { keys } }, { carrier, proofKey }) => {
    if (carrier === 'attestation_proof')
      return notApplicable(say`An attestation proof is not signed by an attested key.`)
    const index = keys.findIndex(({ thumbprint }) => thumbprint !== null && thumbprint === proofKey?.thumbprint)
    if (index < 0) return notApplicable(say`The key of the proof is not attested.`)
    return index === 0 ? pass(0) : violated({ expected: 0, actual: index })
  }),
})
