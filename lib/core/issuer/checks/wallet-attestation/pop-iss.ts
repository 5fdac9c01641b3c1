import { defineCheck, notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onPop } from '../../judgements/on-client-authentication'
import { refusesOtherDrafts, requiresIss } from '../../read/oauth/client-authentication/attestation-drafts'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationPopIss = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.pop_iss', {
  title: 'Proof of possession comes from the subject of the attestation',
  problem: { subject: 'The iss of the attestation PoP', must: 'be the sub of the attestation' },
  clauses: ['ABCA-5.2', 'ABCA08-5.2'],
  level: 'must',
  rejects: 'invalid_client',
  concerns: ['client'],
  judges: { token: 'client_attestation_pop' },
  why: 'Both JWTs must speak of one client.',
  hint: 'Set iss of the PoP to the client_id.',
  run: onPop(({ claims }, { attestation, drafts }) => {
    const sub = attestation?.claims.sub
    if (claims.iss !== undefined && claims.iss === sub) return pass()
    if (!requiresIss(drafts))
      return notApplicable(say`The issuer takes a draft of client attestations that has no iss here, and ignores one.`)
    if (claims.iss !== undefined) return violated({ expected: shown(sub), actual: shown(claims.iss) })
    const mismatch = {
      expected: shown(sub),
      actual: null,
      hint: say`Newer drafts drop this claim; the one that OpenID4VCI 1.0 refers to has it.`,
    }
    return refusesOtherDrafts(drafts) ? violated(mismatch) : tolerated(mismatch)
  }),
})
