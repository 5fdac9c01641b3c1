import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onWalletMetadata } from '../../judgements/on-wallet-metadata'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const reqpostEncryptionPossible = defineCheck<RequestFetchReading>('vp.reqpost.encryption_possible', {
  title: 'Request can be encrypted to a key of the wallet',
  problem: 'The request cannot be encrypted to a key of the wallet',
  clauses: ['OID4VP-1FINAL-5.10', 'RFC9101-6.1'],
  level: 'should',
  why: 'A wallet that sends keys asks for an encrypted request. Without a usable key, the request is sent in the clear.',
  hint: 'Send an encryption key (use is enc or absent) for ECDH-ES, ECDH-ES+A128KW, ECDH-ES+A256KW or RSA-OAEP-256.',
  run: onWalletMetadata(({ jwks, encryption }) => {
    if (jwks === null) return notApplicable(say`The metadata has no keys.`)
    return encryption === null
      ? violated({ expected: say`a key that a request can be encrypted to`, actual: say`${jwks.keys.length} keys` })
      : pass({ alg: quote(encryption.alg), enc: quote(encryption.enc) })
  }),
})
