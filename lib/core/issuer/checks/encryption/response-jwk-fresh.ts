import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { EncryptedRequestReading } from '../../read/encryption/encrypted-request-reading'

export const encryptionResponseJwkFresh = defineCheck<EncryptedRequestReading>('vci.encryption.response_jwk_fresh', {
  title: 'Key for the response is new and used for nothing else',
  problem: 'The key for the response was used before or for something else',
  clauses: ['OID4VCI-1FINAL-15.4'],
  level: 'info',
  why: 'A reused key links requests, and one that also signs serves two purposes.',
  hint: 'Make a new key pair for each request and use it for that response only.',
  run: ({ responseEncryption, dpop, proofs, earlierResponseKeys }) => {
    const thumbprint = responseEncryption?.jwk?.thumbprint ?? null
    if (thumbprint === null) return notApplicable(say`The request holds no key to encrypt the response to.`)
    const expected = say`a separate key`
    if (proofs.holderKeys.some((key) => key.thumbprint === thumbprint))
      return violated({ expected, actual: say`the holder key` })
    if (dpop.proof?.thumbprint === thumbprint) return violated({ expected, actual: say`the DPoP key` })
    if (earlierResponseKeys.includes(thumbprint))
      return violated({ expected, actual: say`the key of an earlier request` })
    return pass()
  },
})
