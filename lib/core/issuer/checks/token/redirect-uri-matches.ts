import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onAuthorization } from '../../judgements/on-authorization'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenRedirectUriMatches = defineCheck<TokenReading>('vci.token.redirect_uri_matches', {
  title: 'Token request repeats the redirect_uri of the pushed request',
  problem: 'The redirect_uri is missing or not that of the pushed request',
  clauses: ['RFC6749-4.1.3'],
  level: 'must',
  rejects: 'invalid_grant',
  concerns: ['code'],
  impossibleIn: ['pre_authorized_code'],
  why: 'It shows that the code was not delivered through another address.',
  hint: 'Send redirect_uri exactly as it was pushed, character by character.',
  run: (reading) => {
    if (reading.grant === 'authorization_code' && reading.form.body.get('redirect_uri') === null)
      return violated({ expected: say`redirect_uri`, actual: null, error: 'invalid_request' })
    return onAuthorization(({ redirectUri }) =>
      redirectUri === 'same'
        ? pass()
        : violated({ expected: say`the redirect_uri of the pushed request`, actual: bare.anotherOne }),
    )(reading)
  },
})
