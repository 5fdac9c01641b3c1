import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { word } from '../../../ground/values/wording'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const clientAuthMethodAdvertised = defineCheck<ClientAuthenticationReading>(
  'vci.client_auth.method_advertised',
  {
    title: 'Wallet authenticates with a method listed in the metadata',
    problem: 'The wallet authenticated with a method that the metadata does not list',
    clauses: ['RFC8414-2'],
    level: 'must',
    rejects: 'invalid_client',
    refusal: 'Use a method of client authentication that the metadata lists.',
    concerns: ['client'],
    why: 'The server cannot verify a method that it does not announce.',
    hint: 'Choose from token_endpoint_auth_methods_supported of the authorization server metadata.',
    run: ({ methods, advertised }) => {
      const foreign = methods.filter((method) => !advertised.some((known) => known === method))
      return foreign.length === 0 ? pass() : violated({ expected: advertised.map(word), actual: foreign.map(word) })
    },
  },
)
