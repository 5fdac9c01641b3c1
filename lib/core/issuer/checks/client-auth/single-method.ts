import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say, word } from '../../../ground/values/wording'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const clientAuthSingleMethod = defineCheck<ClientAuthenticationReading>('vci.client_auth.single_method', {
  title: 'Wallet uses one authentication method per request',
  problem: 'The wallet used several authentication methods in one request',
  clauses: ['RFC6749-2.3'],
  level: 'must',
  rejects: 'invalid_client',
  refusal: 'Use one method of client authentication in each request.',
  concerns: ['client'],
  why: 'Two methods could name two different clients.',
  hint: 'Use one method of client authentication in each request.',
  run: ({ methods }) =>
    methods.length <= 1
      ? pass(methods[0] === undefined ? bare.none : word(methods[0]))
      : violated({ expected: say`one method`, actual: methods.map(word) }),
})
