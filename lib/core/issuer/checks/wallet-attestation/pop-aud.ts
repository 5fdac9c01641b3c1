import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote } from '../../../ground/values/wording'
import { onPop } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationPopAud = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.pop_aud', {
  title: 'Proof of possession is made for this authorization server',
  problem: { subject: 'The aud of the attestation PoP', must: 'be the issuer identifier of this authorization server' },
  clauses: ['ABCA-5.2'],
  level: 'must',
  rejects: 'invalid_client',
  concerns: ['client'],
  judges: { token: 'client_attestation_pop' },
  why: 'A proof for another server could be passed on to this one.',
  hint: 'Set aud to the issuer identifier of the authorization server metadata, not to an endpoint.',
  run: onPop(({ claims }, { issuer }) => {
    const audiences: readonly unknown[] = Array.isArray(claims.aud) ? claims.aud : [claims.aud]
    return audiences.includes(issuer)
      ? pass()
      : violated({ expected: quote(issuer), actual: audiences.slice(0, 5).map(shown) })
  }),
})
