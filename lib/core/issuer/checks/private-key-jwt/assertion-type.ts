import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say, word } from '../../../ground/values/wording'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

const expected = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

export const privateKeyJwtAssertionType = defineCheck<ClientAuthenticationReading>(
  'vci.private_key_jwt.assertion_type',
  {
    title: 'Client assertion names its type',
    problem: 'The client assertion does not name its type',
    clauses: ['RFC7523-2.2'],
    level: 'must',
    rejects: 'invalid_client',
    refusal: 'Set client_assertion_type to urn:ietf:params:oauth:client-assertion-type:jwt-bearer.',
    concerns: ['client'],
    why: 'The type determines how the assertion is processed.',
    hint: 'Set client_assertion_type to urn:ietf:params:oauth:client-assertion-type:jwt-bearer.',
    run: ({ assertion }) => {
      if (assertion === null) return notApplicable(say`The request carries no client assertion.`)
      return assertion.type === expected
        ? pass()
        : violated({ expected: word(expected), actual: shown(assertion.type) })
    },
  },
)
