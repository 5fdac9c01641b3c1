import { defineCheck } from '../../../engine/checks/check'
import { judgeAlg } from '../../judgements/judge-alg'
import { onAttestation } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationAlg = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.alg', {
  title: 'Wallet attestation is signed with a published algorithm',
  problem: 'The wallet attestation is not signed with a published algorithm',
  clauses: ['ABCA-9', 'ABCA-10.1', 'HAIP-7'],
  level: 'must',
  rejects: 'invalid_client',
  refusal: 'Sign the wallet attestation with an algorithm that the metadata lists.',
  concerns: ['client'],
  why: 'The server cannot verify an algorithm that it does not announce, and none is not a signature.',
  hint: 'Sign with ES256, as client_attestation_signing_alg_values_supported says.',
  run: onAttestation(({ header }, { algorithms }) => judgeAlg(header.alg, algorithms)),
})
