import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { quoteStart, say, word } from '../../../ground/values/wording'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenGrantType = defineCheck<TokenReading>('vci.token.grant_type', {
  title: 'Token request names a grant type that the server offers',
  problem: 'The token request names a grant type that the server does not offer',
  clauses: ['RFC6749-4.1.3', 'OID4VCI-1FINAL-6.1', 'OID4VCI-1FINAL-4.1.1'],
  level: 'must',
  rejects: 'unsupported_grant_type',
  refusal:
    'Set grant_type to authorization_code or urn:ietf:params:oauth:grant-type:pre-authorized_code, as the offer says.',
  needs: ['vci.token.content_type'],
  why: 'The grant type tells the server which code to expect and which rules to apply.',
  hint: 'Use a grant type that is listed in the grants of the credential offer.',
  run: ({ grant, form }) => {
    if (grant === 'absent')
      return violated({ expected: say`grant_type`, actual: bare.absent, error: 'invalid_request' })
    if (grant !== 'other') return pass(word(grant))
    return violated({
      expected: say`a grant type of the metadata`,
      actual: quoteStart(form.body.get('grant_type') ?? '', 80),
    })
  },
})
