import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say, word } from '../../../ground/values/wording'
import type { EncryptedRequestReading } from '../../read/encryption/encrypted-request-reading'
import { keyAgreement } from '../../read/encryption/parameters'

export const encryptionResponseJwkAlg = defineCheck<EncryptedRequestReading>('vci.encryption.response_jwk_alg', {
  title: 'Key for the response names its key agreement algorithm in alg',
  problem: 'The key for the response does not name a usable key agreement algorithm in alg',
  clauses: ['OID4VCI-1FINAL-10'],
  level: 'must',
  rejects: 'invalid_encryption_parameters',
  refusal: 'Name an offered alg inside the jwk of credential_response_encryption.',
  why: 'The issuer takes the algorithm of its response from this key only.',
  hint: 'Add alg with a value of alg_values_supported to the jwk.',
  run: ({ responseEncryption }) => {
    const jwk = responseEncryption?.jwk ?? null
    if (jwk === null) return notApplicable(say`The request holds no key to encrypt the response to.`)
    return jwk.alg === keyAgreement ? pass() : violated({ expected: word(keyAgreement), actual: shown(jwk.alg) })
  },
})
