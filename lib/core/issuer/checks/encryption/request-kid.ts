import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, quoteStart, say } from '../../../ground/values/wording'
import type { EncryptedRequestReading } from '../../read/encryption/encrypted-request-reading'

export const encryptionRequestKid = defineCheck<EncryptedRequestReading>('vci.encryption.request_kid', {
  title: 'Encrypted request names the published key in kid',
  problem: 'The encrypted request does not name the published key in kid',
  clauses: ['OID4VCI-1FINAL-10'],
  level: 'must',
  rejects: 'invalid_encryption_parameters',
  refusal: 'Name the kid of the published key in the header of the JWE.',
  why: 'With several published keys, only kid says which one decrypts the request.',
  hint: 'Copy the kid of the published JWK into the header of the JWE.',
  run: ({ body: { encrypted } }) => {
    if (encrypted === null) return notApplicable(say`The request is not encrypted.`)
    if (encrypted.unreadable !== null) return notApplicable(say`The body is not a JWE.`)
    const { kid, publishedKid } = encrypted
    return kid === publishedKid
      ? pass()
      : violated({ expected: quote(publishedKid), actual: quoteStart(kid, 100) ?? null })
  },
})
