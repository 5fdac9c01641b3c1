import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quoteStart, say, word } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'

export const credentialContentType = defineCheck<CredentialReading>('vci.credential.content_type', {
  title: 'Credential request is sent as JSON, or as application/jwt when it is encrypted',
  problem: 'The credential request has the wrong media type',
  clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-10'],
  level: 'must',
  rejects: 'invalid_credential_request',
  refusal: 'Send the credential request as application/json, or as application/jwt if it is encrypted.',
  why: 'The media type tells the issuer whether the body is plain or encrypted.',
  hint: 'Set Content-Type to application/json, or to application/jwt for a JWE.',
  run: ({ body: { mediaType } }) =>
    mediaType === 'application/json' || mediaType === 'application/jwt'
      ? pass(word(mediaType))
      : violated({
          expected: [say`application/json`, say`application/jwt`],
          actual: quoteStart(mediaType, 100) ?? say`no Content-Type`,
        }),
})
