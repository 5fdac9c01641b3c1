import { defineCheck, notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { bare } from '../../../ground/values/bare-words'
import { quote, say, word } from '../../../ground/values/wording'
import type { EncryptedRequestReading } from '../../read/encryption/encrypted-request-reading'
import { encValues } from '../../read/encryption/parameters'

export const encryptionResponseParams = defineCheck<EncryptedRequestReading>('vci.encryption.response_params', {
  title: 'Requested response encryption has a key and an offered enc value',
  problem: 'The requested response encryption lacks a key or an enc value that the issuer offers',
  clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-8.3.1.2'],
  level: 'must',
  rejects: 'invalid_encryption_parameters',
  refusal: 'Send credential_response_encryption with jwk and an enc that the metadata offers.',
  why: 'Without both, the issuer cannot encrypt its response.',
  hint: 'Send jwk and an enc of enc_values_supported in credential_response_encryption.',
  run: ({ responseEncryption }) => {
    if (responseEncryption === null) return notApplicable(say`The request asks for no encrypted response.`)
    const { isObject, jwk, enc, hasEnc, hasZip, hasLegacyAlg } = responseEncryption
    const expected = { jwk: bare.present, enc: encValues.map(word) }
    const actual = { jwk: jwk === null ? bare.absent : bare.present, enc: hasEnc ? shown(enc) : bare.absent }
    const good = isObject && jwk !== null && encValues.some((value) => value === enc)
    if (!good) return violated({ expected, actual })
    // Compression is not offered, so the response is not compressed, which every recipient can read (section 12.2.4).
    if (hasZip)
      return tolerated({
        expected: say`no zip`,
        actual: say`zip`,
        hint: say`Ask for compression only where the metadata offers it in zip_values_supported.`,
      })
    if (hasLegacyAlg)
      return tolerated({
        expected: say`alg inside the jwk only`,
        actual: say`alg beside it`,
        hint: say`Drop the member alg of older drafts.`,
      })
    return pass({ enc: quote(enc) })
  },
})
