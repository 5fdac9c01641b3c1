import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quoteStart, say } from '../../../ground/values/wording'
import type { EncryptedRequestReading } from '../../read/encryption/encrypted-request-reading'

export const encryptionRequestMediaType = defineCheck<EncryptedRequestReading>('vci.encryption.request_media_type', {
  title: 'Encrypted request is sent as application/jwt',
  problem: 'The encrypted request is not sent as application/jwt',
  clauses: ['OID4VCI-1FINAL-10', 'OID4VCI-1FINAL-8.2'],
  level: 'must',
  rejects: 'invalid_credential_request',
  refusal: 'Send an encrypted credential request as application/jwt.',
  why: 'The media type tells the issuer that it has something to decrypt.',
  hint: 'Set Content-Type to application/jwt when the body is a JWE.',
  run: ({ body: { encrypted } }) => {
    if (encrypted === null) return notApplicable(say`The request is not encrypted.`)
    const { mediaType } = encrypted
    return mediaType === 'application/jwt'
      ? pass()
      : violated({
          expected: say`application/jwt`,
          actual: quoteStart(mediaType, 100) ?? say`no Content-Type`,
        })
  },
})
