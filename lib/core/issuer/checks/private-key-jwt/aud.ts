import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote } from '../../../ground/values/wording'
import { onAssertion } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const privateKeyJwtAud = defineCheck<ClientAuthenticationReading>('vci.private_key_jwt.aud', {
  title: 'Client assertion is made for this authorization server',
  problem: {
    subject: 'The aud of the client assertion',
    must: 'be the issuer identifier of this authorization server',
  },
  clauses: ['RFC7523-3'],
  level: 'must',
  rejects: 'invalid_client',
  concerns: ['client'],
  why: 'An assertion for another server could be replayed to this one.',
  hint: 'Set aud to the issuer identifier of the authorization server metadata.',
  run: onAssertion(({ claims }, { issuer, endpoints }) => {
    const audiences: readonly unknown[] = Array.isArray(claims.aud) ? claims.aud : [claims.aud]
    return [issuer, ...endpoints].some((known) => audiences.includes(known))
      ? pass()
      : violated({ expected: quote(issuer), actual: audiences.slice(0, 5).map(shown) })
  }),
})
