import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { onAssertion } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const privateKeyJwtIssSub = defineCheck<ClientAuthenticationReading>('vci.private_key_jwt.iss_sub', {
  title: 'Client assertion is made by the client about itself',
  problem: 'The iss and sub of the client assertion are not both the client_id',
  clauses: ['RFC7523-3'],
  level: 'must',
  rejects: 'invalid_client',
  refusal: 'The iss and sub of the client assertion must both be the client_id.',
  concerns: ['client'],
  why: 'Issuer and subject are both the client; anything else is an assertion of another kind.',
  hint: 'Set iss and sub to the client_id.',
  run: onAssertion(({ claims }, { clientId, client }) => {
    const expected = clientId ?? client?.clientId ?? claims.sub
    return typeof claims.iss === 'string' && claims.iss === claims.sub && claims.sub === expected
      ? pass()
      : violated({ expected: shown(expected), actual: { iss: shown(claims.iss), sub: shown(claims.sub) } })
  }),
})
