import { declared, say, type Wording } from '../../shared/values/wording'
import type { RequestFacts } from '../read/response/response-reading'

/** A response that is bound to what the request said before its mutations. */
export const beforeChange = say`the value before it was changed on purpose`

/**
 * Why a proof that binds to these parameters cannot be judged: mutations removed one of them. `null` if they did not.
 * In a browser a response binds to the origin, and to no client id or address.
 */
export function removedOnPurpose(
  { changed, binding }: Pick<RequestFacts, 'changed' | 'binding'>,
  ...names: NonNullable<RequestFacts['changed']>['removed']
): Wording | null {
  const removed = names.find(
    (name) => changed?.removed.includes(name) === true && (name === 'nonce' || binding === undefined),
  )
  return removed === undefined ? null : say`The ${declared(removed)} was removed on purpose.`
}

/** Why nobody can expect a wallet to encrypt: mutations took what it needs from the request. `null` if they did not. */
export function unencryptableOnPurpose({ changed }: Pick<RequestFacts, 'changed'>): Wording | null {
  switch (changed?.encryption) {
    case 'no_key':
      return say`Changed on purpose: no key is left that a wallet has to be able to encrypt to.`
    case 'no_enc':
      return say`Changed on purpose: no content encryption is left that a wallet has to know.`
    case 'no_mode':
      return say`Changed on purpose: the request no longer asks for an encrypted response.`
    default:
      return null
  }
}
