import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { quote, say } from '../../../ground/values/wording'
import { beyondBound } from '../../judgements/beyond-bound'
import type { EncryptedRequestReading } from '../../read/encryption/encrypted-request-reading'

export const encryptionRequestDecrypts = defineCheck<EncryptedRequestReading>('vci.encryption.request_decrypts', {
  title: 'Encrypted request decrypts with the published key to a JSON object',
  problem: 'The encrypted request does not decrypt to a JSON object with the published key',
  clauses: ['OID4VCI-1FINAL-10', 'OID4VCI-1FINAL-8.2'],
  level: 'must',
  rejects: 'invalid_credential_request',
  refusal: 'Encrypt one JSON object to the published key, as compact JWE.',
  why: 'The issuer cannot process a request that it cannot decrypt.',
  hint: 'Encrypt the JSON object of the request to the key that the metadata publishes now.',
  run: ({ body: { encrypted, request, json } }) => {
    if (encrypted === null) return notApplicable(say`The request is not encrypted.`)
    if (request !== null) return pass()
    if (encrypted.unreadable !== null)
      return violated({ expected: say`a compact JWE`, actual: quote(encrypted.unreadable) })
    if (encrypted.plaintext === null && !encrypted.asPublished)
      return notApplicable(say`Its parameters are not as published, so decryption was not attempted.`)
    if (encrypted.plaintext === null && encrypted.kid !== encrypted.publishedKid)
      return notApplicable(say`It names a key other than the published one.`)
    if (encrypted.plaintext === null)
      return violated({ expected: say`a JWE for the published key`, actual: say`cannot be decrypted` })
    return violated({
      expected: say`a JSON object`,
      actual: bare.otherContent,
      ...beyondBound('The encrypted credential request', json),
    })
  },
})
