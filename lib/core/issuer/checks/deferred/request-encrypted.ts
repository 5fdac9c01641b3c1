import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import type { DeferredReading } from '../../read/deferred/deferred-reading'

export const deferredRequestEncrypted = defineCheck<DeferredReading>('vci.deferred.request_encrypted', {
  title: 'Deferred credential request that asks for an encrypted response is itself encrypted',
  problem: 'The deferred credential request asks for an encrypted response but is not encrypted',
  clauses: ['OID4VCI-1FINAL-9.1'],
  level: 'must',
  impossibleIn: ['nothing_deferred'],
  rejects: 'invalid_encryption_parameters',
  refusal: 'Encrypt the whole request as the metadata describes: only then may it have credential_response_encryption.',
  why: 'Encryption parameters sent in the clear can be swapped by an attacker.',
  hint: 'Send credential_response_encryption only inside an encrypted deferred credential request.',
  run: ({ body: { encrypted }, responseEncryption }) => {
    if (responseEncryption === null) return notApplicable(say`The request asks for no encrypted response.`)
    return encrypted === null ? violated({ expected: say`an encrypted request`, actual: bare.aPlainRequest }) : pass()
  },
})
