import { defineCheck } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeTyp } from '../../judgements/judge-typ'
import { onPop } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationPopTyp = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.pop_typ', {
  title: 'Proof of possession is typed oauth-client-attestation-pop+jwt',
  problem: { subject: 'The typ of the attestation PoP', must: 'be oauth-client-attestation-pop+jwt' },
  clauses: ['ABCA-5.2'],
  level: 'must',
  rejects: 'invalid_client',
  concerns: ['client'],
  judges: { token: 'client_attestation_pop' },
  why: 'The explicit type prevents a JWT signed for another purpose from passing as a proof.',
  hint: 'Set the JOSE header parameter typ to oauth-client-attestation-pop+jwt.',
  run: onPop(({ header }) => judgeTyp(header.typ, say`oauth-client-attestation-pop+jwt`)),
})
