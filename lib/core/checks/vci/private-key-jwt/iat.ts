import type { ClientAuthenticationReading } from '../../../oauth/client-authentication/client-authentication-reading'
import { defineCheck, pass, violated } from '../../check'
import { onAssertion } from '../../judgements/on-client-authentication'
import { shown } from '../../judgements/shown'

export const assertionIat = defineCheck<ClientAuthenticationReading>('vci.private_key_jwt.iat', {
  title: 'Client assertion says when it was made',
  clauses: ['RFC7523-3'],
  level: 'should',
  concerns: ['client'],
  why: 'It lets a server refuse assertions that were made long ago.',
  hint: 'Set iat in seconds at the moment of the request.',
  run: onAssertion(({ claims }) =>
    typeof claims.iat === 'number'
      ? pass(claims.iat)
      : violated({ expected: 'iat, a number', actual: shown(claims.iat) }),
  ),
})
