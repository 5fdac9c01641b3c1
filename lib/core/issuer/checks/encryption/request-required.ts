import { blockedBy, defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import type { EncryptedRequestReading } from '../../read/encryption/encrypted-request-reading'

export const encryptionRequestRequired = defineCheck<EncryptedRequestReading>('vci.encryption.request_required', {
  title: 'Wallet encrypts each credential request where the issuer requires it',
  problem: 'The wallet did not encrypt a credential request although the issuer requires it',
  clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-9.1', 'OID4VCI-1FINAL-10', 'OID4VCI-1FINAL-12.2.4'],
  level: 'must',
  impossibleIn: ['plain_requests_allowed'],
  // Not invalid_encryption_parameters: for what is missing, that says that the response has to be encrypted (8.3.1.2).
  rejects: 'invalid_credential_request',
  refusal: 'Encrypt the request as credential_request_encryption of the metadata says, and send it as application/jwt.',
  why: 'An issuer that requires encryption does not want TLS alone to protect the request, and rejects one in the clear.',
  hint: 'Encrypt credential and deferred credential requests where encryption_required of credential_request_encryption is true.',
  run: ({ body: { encrypted }, requiredEncryption }) => {
    if (!requiredEncryption.request) return notApplicable(say`The issuer requires no encrypted requests.`)
    if (encrypted === null) return violated({ expected: say`an encrypted request`, actual: bare.aPlainRequest })
    return encrypted.unreadable === null ? pass() : blockedBy('vci.encryption.request_decrypts')
  },
})
