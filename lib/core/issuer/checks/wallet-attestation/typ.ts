import { defineCheck } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeTyp } from '../../judgements/judge-typ'
import { onAttestation } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationTyp = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.typ', {
  title: 'Wallet attestation is typed oauth-client-attestation+jwt',
  problem: { subject: 'The typ of the wallet attestation', must: 'be oauth-client-attestation+jwt' },
  clauses: ['ABCA-5.1'],
  level: 'must',
  rejects: 'invalid_client',
  concerns: ['client'],
  why: 'The explicit type keeps a JWT that was signed for another purpose from passing as an attestation.',
  hint: 'Set the JOSE header parameter typ to oauth-client-attestation+jwt.',
  run: onAttestation(({ header }) => judgeTyp(header.typ, say`oauth-client-attestation+jwt`)),
})
