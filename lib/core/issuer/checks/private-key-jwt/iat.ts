import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onAssertion } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const privateKeyJwtIat = defineCheck<ClientAuthenticationReading>('vci.private_key_jwt.iat', {
  title: 'Client assertion says when it was made',
  problem: 'The client assertion does not say when it was made',
  clauses: ['RFC7523-3'],
  level: 'should',
  concerns: ['client'],
  why: 'It lets a server refuse assertions that were made long ago.',
  hint: 'Set iat in seconds at the moment of the request.',
  run: onAssertion(({ claims }) =>
    typeof claims.iat === 'number'
      ? pass(claims.iat)
      : violated({ expected: say`iat, a number`, actual: shown(claims.iat) }),
  ),
})
