import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import type { EncryptedRequestReading } from '../../read/encryption/encrypted-request-reading'

export const encryptionResponseRequired = defineCheck<EncryptedRequestReading>('vci.encryption.response_required', {
  title: 'Wallet asks for an encrypted response where the issuer requires it',
  problem: 'The wallet did not ask for an encrypted response although the issuer requires it',
  clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-9.1', 'OID4VCI-1FINAL-12.2.4', 'OID4VCI-1FINAL-8.3.1.2'],
  level: 'must',
  impossibleIn: ['plain_responses_allowed'],
  rejects: 'invalid_encryption_parameters',
  refusal: 'Send credential_response_encryption in an encrypted request: this issuer requires encrypted responses.',
  why: 'Without a key of the wallet, the issuer cannot encrypt its response, which it requires of itself.',
  hint: 'Send credential_response_encryption, inside an encrypted request, in credential and deferred credential requests where encryption_required of credential_response_encryption is true.',
  run: ({ body: { request }, requiredEncryption, responseEncryption }) => {
    if (!requiredEncryption.response) return notApplicable(say`The issuer requires no encrypted responses.`)
    if (request === null) return notApplicable(say`The request is not readable.`)
    return responseEncryption === null
      ? violated({ expected: say`credential_response_encryption`, actual: bare.absent })
      : pass()
  },
})
