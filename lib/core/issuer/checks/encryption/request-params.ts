import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { bare } from '../../../ground/values/bare-words'
import { quote, say, word } from '../../../ground/values/wording'
import type { EncryptedRequestReading } from '../../read/encryption/encrypted-request-reading'
import { encValues, keyAgreement } from '../../read/encryption/parameters'

export const encryptionRequestParams = defineCheck<EncryptedRequestReading>('vci.encryption.request_params', {
  title: 'Encrypted request uses an algorithm, an enc value and no compression, as published',
  problem: 'The encrypted request uses an alg, enc or zip that the metadata does not publish',
  clauses: ['OID4VCI-1FINAL-10', 'OID4VCI-1FINAL-12.2.4'],
  level: 'must',
  rejects: 'invalid_encryption_parameters',
  refusal: 'Encrypt with an alg and enc of the published credential_request_encryption, without zip.',
  why: 'The issuer can only decrypt with parameters that its metadata lists.',
  hint: 'Take alg from the published JWK, enc from enc_values_supported, and leave zip out.',
  run: ({ body: { encrypted } }) => {
    if (encrypted === null) return notApplicable(say`The request is not encrypted.`)
    if (encrypted.unreadable !== null) return notApplicable(say`The body is not a JWE.`)
    const { alg, enc, zip, asPublished } = encrypted
    if (asPublished) return pass({ alg: quote(alg), enc: quote(enc) })
    return violated({
      expected: { alg: word(keyAgreement), enc: encValues.map(word), zip: bare.absent },
      actual: { alg: shown(alg), enc: shown(enc), zip: shown(zip) },
    })
  },
})
