import type { CredentialReading } from '../../../oid4vci/credential-reading'
import { defineCheck, pass, violated } from '../../check'

export const credentialContentType = defineCheck<CredentialReading>('vci.credential.content_type', {
  group: 'credential',
  title: 'Credential request is sent as JSON',
  clauses: ['OID4VCI-1FINAL-8.2'],
  level: 'must',
  rejects: 'invalid_credential_request',
  refusal: 'Send the credential request as application/json.',
  why: 'The media type tells the issuer whether the body is plain or encrypted.',
  hint: 'Set Content-Type to application/json.',
  run: ({ body: { mediaType } }) =>
    mediaType === 'application/json'
      ? pass(mediaType)
      : violated({ expected: 'application/json', actual: mediaType?.slice(0, 100) ?? 'no Content-Type' }),
})
