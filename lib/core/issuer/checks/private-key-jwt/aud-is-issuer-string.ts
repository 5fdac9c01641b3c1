import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote } from '../../../ground/values/wording'
import { onAssertion } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const privateKeyJwtAudIsIssuerString = defineCheck<ClientAuthenticationReading>(
  'vci.private_key_jwt.aud_is_issuer_string',
  {
    title: 'Audience of the client assertion is the issuer identifier as one string',
    problem: 'The audience of the client assertion is not the issuer identifier as one string',
    clauses: ['FAPI2-SP-FINAL-5.3.3.1'],
    level: 'should',
    concerns: ['client'],
    why: 'With an endpoint or a list as audience, an attacker can make a client sign for two servers at once.',
    hint: 'Set aud to the issuer identifier alone, as a string and not as an array.',
    run: onAssertion(({ claims }, { issuer }) =>
      claims.aud === issuer
        ? pass()
        : violated({
            expected: quote(issuer),
            actual: Array.isArray(claims.aud) ? claims.aud.slice(0, 5).map(shown) : shown(claims.aud),
          }),
    ),
  },
)
