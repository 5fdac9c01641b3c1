import { defineCheck } from '../../../engine/checks/check'
import { judgeCertificates } from '../../judgements/judge-certificates'
import { onAttestation } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationX5c = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.x5c', {
  title:
    'Wallet attestation carries its certificates: leaf first, valid now, not self-signed, without the trust anchor',
  problem: 'The x5c of the wallet attestation is not a chain that starts with the signer',
  clauses: ['HAIP-4.4.1', 'RFC7515-4.1.6'],
  level: 'must',
  profile: 'haip',
  rejects: 'invalid_client',
  refusal: 'The x5c of the wallet attestation must hold certificates that certify one another, the signer first.',
  concerns: ['client'],
  why: 'The server finds the key of the wallet provider and the way to its root through these certificates.',
  hint: 'Put the signer certificate and the intermediates into x5c as base64 DER, leaf first, and leave the trust anchor out.',
  run: onAttestation(({ certificates }, { now }) => judgeCertificates(certificates, now)),
})
