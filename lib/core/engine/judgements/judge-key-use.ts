import { type KeyPurpose, keyContradictions } from '../../ground/jose/key-contradictions'
import { say } from '../../ground/values/wording'
import { type Outcome, violated } from '../checks/check'
import { shown } from './shown'

/**
 * Judges a key whose own metadata assigns it another purpose; `null` if it does not. This is only recorded: the
 * signature or encryption works as with any other key. RFC7517-4.2, RFC7517-4.3, RFC7517-4.4
 */
export function judgeKeyUse(jwk: unknown, purpose: KeyPurpose): Outcome | null {
  const contradictions = keyContradictions(jwk, purpose)
  if (contradictions === null) return null
  const { use, alg, key_ops: operations } = contradictions
  return violated({
    expected: purpose === 'agrees' ? say`a key to agree on another key with` : say`a key to verify signatures with`,
    actual: {
      ...(use !== undefined && { use: shown(use) }),
      ...(operations !== undefined && { key_ops: operations.map(shown) }),
      ...(alg !== undefined && { alg: shown(alg) }),
    },
    hint: say`Leave use, key_ops and alg out of the JWK, or let them say what the key is used for.`,
    error: null,
  })
}
