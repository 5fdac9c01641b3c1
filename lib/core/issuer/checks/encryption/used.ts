import { defineCheck, notApplicable, notObserved, pass } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { EncryptedRequestReading } from '../../read/encryption/encrypted-request-reading'

export const encryptionUsed = defineCheck<EncryptedRequestReading>('vci.encryption.used', {
  title: 'Wallet encrypts the credential request',
  problem: 'The wallet did not encrypt the credential request',
  clauses: ['OID4VCI-1FINAL-8.2'],
  level: 'info',
  why: 'Encryption on top of TLS protects the request from anything between wallet and issuer; it is optional unless the issuer requires it.',
  hint: 'Encrypt the request where credential_request_encryption is published.',
  run: ({ body: { encrypted }, requiredEncryption }) => {
    if (encrypted !== null) return pass()
    return requiredEncryption.request || requiredEncryption.response
      ? notApplicable(say`The issuer requires encryption: another check judges a request in the clear.`)
      : notObserved(say`The request was not encrypted, which is allowed.`)
  },
})
