import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenContentType = defineCheck<TokenReading>('vci.token.content_type', {
  title: 'Token request is form-encoded',
  problem: 'The token request is not form-encoded',
  clauses: ['RFC6749-4.1.3', 'OID4VCI-1FINAL-6.1'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: 'Send the token request as application/x-www-form-urlencoded in UTF-8.',
  why: 'An authorization server only reads token parameters from a form.',
  hint: 'Set Content-Type to application/x-www-form-urlencoded and encode the parameters as a form.',
  run: ({ form }) => {
    if (!form.urlencoded)
      return violated({
        expected: say`application/x-www-form-urlencoded`,
        actual: quote(form.mediaType) ?? say`no Content-Type`,
      })
    return form.utf8
      ? pass(quote(form.mediaType))
      : violated({ expected: say`a form in UTF-8`, actual: say`bytes that are not UTF-8` })
  },
})
