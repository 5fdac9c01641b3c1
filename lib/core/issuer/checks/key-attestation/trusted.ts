import { defineCheck } from '../../../engine/checks/check'
import { judgeTrust } from '../../judgements/judge-certificates'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationTrusted = defineCheck<ProofsReading>('vci.key_attestation.trusted', {
  title: 'The certificates of the key attestation chain to a configured trust anchor',
  problem: 'The issuer of the key attestation is not trusted here',
  clauses: ['OID4VCI-1FINAL-13.3', 'OID4VCI-1FINALA-D'],
  level: 'must',
  rejects: 'invalid_proof',
  refusal: (problem) => `${problem}: its certificates chain to no configured trust anchor.`,
  needs: ['vci.key_attestation.signature'],
  judges: { token: 'key_attestation', member: 'header.x5c' },
  why: 'Anybody can sign an attestation; it means something only when its issuer is one we trust.',
  hint: 'Add the root of your wallet provider to the trust anchors of this installation (trust/*.pem), or use its test provider.',
  run: onKeyAttestation((attestation, { conditions }) => judgeTrust(attestation, conditions.trust)),
})
