import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'

const seen = {
  absent: 'no Authorization header',
  malformed: 'credentials that are not one of our access tokens',
  bad_signature: 'a token that was not signed with our key',
  unknown: 'a token that was never issued',
  other_issuer: 'a token from the other issuer',
  expired: 'an expired token',
  revoked: 'a revoked token',
} as const

export const credentialTokenValid = defineCheck<CredentialReading>('vci.credential.token_valid', {
  title: 'Access token was issued by this issuer and has not expired',
  problem: 'The access token is not a valid token of this issuer',
  clauses: ['OID4VCI-1FINAL-8.3.1.1', 'RFC6750-3.1'],
  level: 'must',
  rejects: 'invalid_token',
  refusal: 'Send a current access token of this issuer in the Authorization header with the DPoP scheme.',
  why: 'The access token authorises the wallet to get this credential.',
  hint: 'Use the access_token of the last token response of this issuer, unchanged, before it expires.',
  run: ({ accessToken: { state } }) => {
    if (state === 'alive') return pass()
    const mismatch = { expected: say`an access token from this issuer`, actual: word(seen[state]) }
    // Only a code that was sent twice revokes a token, and the check of the token request has blamed it.
    return state === 'revoked'
      ? violated({
          ...mismatch,
          cause: say`The access token was revoked because its code was sent twice`,
          hint: say`Start again with a new authorization or a new credential offer.`,
          echo: true,
        })
      : violated(mismatch)
  },
})
