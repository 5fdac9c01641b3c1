import { defineCheck } from '../../../engine/checks/check'
import { judgeCertificates } from '../../judgements/judge-certificates'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationX5c = defineCheck<ProofsReading>('vci.key_attestation.x5c', {
  title:
    'The key attestation carries its certificates: leaf first, valid now, not self-signed, without the trust anchor',
  problem: 'The x5c of the key attestation is not a chain that starts with the signer',
  clauses: ['HAIP-4.5.1', 'RFC7515-4.1.6'],
  level: 'must',
  profile: 'haip',
  rejects: 'invalid_proof',
  refusal:
    'The x5c header parameter of the key attestation must hold certificates that certify one another, the signer first.',
  judges: { token: 'key_attestation', member: 'header.x5c' },
  why: 'The issuer finds the key of the attestation and its way to a trusted wallet provider through these certificates.',
  hint: 'Put the signer certificate and the intermediates into x5c as base64 DER, leaf first, and leave the trust anchor out.',
  run: onKeyAttestation(({ certificates }, { conditions: { now } }) => judgeCertificates(certificates, now)),
})
