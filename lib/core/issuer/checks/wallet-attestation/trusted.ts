import { defineCheck } from '../../../engine/checks/check'
import { judgeTrust } from '../../judgements/judge-certificates'
import { onAttestation } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationTrusted = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.trusted', {
  title: 'Certificates of the wallet attestation lead to a configured trust anchor',
  problem: 'The provider of the wallet attestation is not trusted here',
  clauses: ['OID4VCI-1FINALA-E'],
  level: 'must',
  rejects: 'invalid_client',
  refusal: (problem) => `${problem}: its certificates chain to no configured trust anchor.`,
  needs: ['vci.wallet_attestation.signature'],
  concerns: ['client'],
  why: 'Anybody can sign an attestation; it means something only when its provider is one we trust.',
  hint: 'Add the root of your wallet provider to the trust anchors of this installation (trust/*.pem), or use its test provider.',
  run: onAttestation((attestation, { trust }) => judgeTrust(attestation, trust)),
})
