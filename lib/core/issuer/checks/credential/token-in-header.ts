import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'

export const credentialTokenInHeader = defineCheck<CredentialReading>('vci.credential.token_in_header', {
  title: 'Access token is sent in the Authorization header only',
  problem: 'The access token was not sent in the Authorization header alone',
  clauses: ['FAPI2-SP-FINAL-5.3.4', 'RFC6750-2.3'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: 'Send the access token once, in the Authorization header, and nowhere else.',
  why: 'A token in a URL or a body ends up in logs and caches that do not record headers.',
  hint: 'Send exactly one Authorization header and take access_token out of query and body.',
  run: ({ accessToken: { headerCount, inQuery, inBody } }) => {
    const places = [
      ...(inQuery ? ['query'] : []),
      ...(inBody ? ['body'] : []),
      ...(headerCount > 1 ? [`${headerCount} Authorization headers`] : []),
    ]
    return places.length === 0
      ? pass()
      : violated({ expected: say`one Authorization header`, actual: places.map(quote) })
  },
})
