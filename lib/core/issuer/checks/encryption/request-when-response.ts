import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'

export const encryptionRequestWhenResponse = defineCheck<CredentialReading>('vci.encryption.request_when_response', {
  title: 'Request that asks for an encrypted response is itself encrypted',
  problem: 'The request asks for an encrypted response but is not encrypted',
  clauses: ['OID4VCI-1FINAL-8.2'],
  level: 'must',
  rejects: 'invalid_encryption_parameters',
  refusal: 'Encrypt the whole request as the metadata describes: only then may it have credential_response_encryption.',
  why: 'Encryption parameters sent in the clear can be swapped in transit.',
  hint: 'Send credential_response_encryption only inside an encrypted credential request.',
  run: ({ body: { encrypted }, responseEncryption }) => {
    if (responseEncryption === null) return notApplicable(say`The request asks for no encrypted response.`)
    return encrypted === null ? violated({ expected: say`an encrypted request`, actual: bare.aPlainRequest }) : pass()
  },
})
