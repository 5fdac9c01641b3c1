import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say, word } from '../../../ground/values/wording'
import type { EncryptedRequestReading } from '../../read/encryption/encrypted-request-reading'
import { responseCurves } from '../../read/encryption/parameters'

export const encryptionResponseJwkPublic = defineCheck<EncryptedRequestReading>('vci.encryption.response_jwk_public', {
  title: 'Key for the response is a single public key that can be encrypted to',
  problem: 'The key for the response is not a single public key that can be encrypted to',
  clauses: ['OID4VCI-1FINAL-8.2', 'RFC7517-4'],
  level: 'must',
  rejects: 'invalid_encryption_parameters',
  refusal: 'Send one public EC key to encrypt the response to, without private members.',
  why: 'A private key that was sent is no longer private, and other key types cannot be used.',
  hint: 'Send the public members of a fresh EC key on P-256, with use enc or without use.',
  run: ({ responseEncryption }) => {
    const jwk = responseEncryption?.jwk ?? null
    if (responseEncryption === null || jwk === null)
      return notApplicable(say`The request holds no key to encrypt the response to.`)
    const expected = { curve: responseCurves.map(word), private_members: [], use: say`enc` }
    const { use, usable, foreignOperations } = responseEncryption
    if (usable && jwk.privateMembers.length === 0 && (use === null || use === 'enc')) {
      return foreignOperations === null
        ? pass({ crv: quote(jwk.crv) })
        : violated({
            expected: say`key_ops for a key agreement`,
            actual: { key_ops: foreignOperations.map(shown) },
            hint: say`Leave key_ops out of the JWK, or let it say deriveKey or deriveBits.`,
            error: null,
          })
    }
    return violated({
      expected,
      actual: {
        kty: shown(jwk.kty),
        crv: shown(jwk.crv),
        private_members: jwk.privateMembers.map(quote),
        use: shown(use),
      },
    })
  },
})
