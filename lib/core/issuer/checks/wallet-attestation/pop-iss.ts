import { defineCheck, pass, tolerated, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onPop } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationPopIss = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.pop_iss', {
  title: 'Proof of possession comes from the subject of the attestation',
  problem: { subject: 'The iss of the attestation PoP', must: 'be the sub of the attestation' },
  clauses: ['ABCA-5.2'],
  level: 'must',
  rejects: 'invalid_client',
  concerns: ['client'],
  judges: { token: 'client_attestation_pop' },
  why: 'Both JWTs must speak of one client.',
  hint: 'Set iss of the PoP to the client_id.',
  run: onPop(({ claims }, { attestation }) => {
    const sub = attestation?.claims.sub
    if (claims.iss === undefined)
      return tolerated({
        expected: shown(sub),
        actual: null,
        hint: say`Newer drafts drop this claim; the one that OpenID4VCI 1.0 refers to has it.`,
      })
    return claims.iss === sub ? pass() : violated({ expected: shown(sub), actual: shown(claims.iss) })
  }),
})
