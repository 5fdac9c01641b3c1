import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationProofKeyAttested = defineCheck<ProofsReading>('vci.key_attestation.proof_key_attested', {
  title: 'The key that signed the jwt proof is one of the attested keys',
  problem: 'The key that signed the proof is not in attested_keys of its key attestation',
  clauses: ['OID4VCI-1FINALA-D.1'],
  level: 'must',
  rejects: 'invalid_proof',
  needs: ['vci.key_attestation.attested_keys'],
  judges: { token: 'key_attestation', member: 'claims.attested_keys' },
  why: 'It shows that wallet and attestation belong together.',
  hint: 'Sign the proof with one of the attested keys and name that key.',
  run: onKeyAttestation(({ attestedKeys: { keys } }, { carrier, proofKey }) => {
    if (carrier === 'attestation_proof')
      return notApplicable(say`An attestation proof is not signed by an attested key.`)
    if (proofKey === null) return notApplicable(say`The key of the proof is unknown; see vci.proof.jwt.key_reference.`)
    const index = keys.findIndex(({ thumbprint }) => thumbprint !== null && thumbprint === proofKey.thumbprint)
    return index >= 0
      ? pass({ index, thumbprint: quote(proofKey.thumbprint) })
      : violated({
          expected: { one_of: keys.slice(0, 20).map(({ thumbprint }) => quote(thumbprint)) },
          actual: { thumbprint: quote(proofKey.thumbprint) },
        })
  }),
})
