import { seal, unseal } from '../../../ground/jose/jwe'
import type { KeyedHash } from '../../../ground/ports/ports'
import { isObject } from '../../../ground/values/json'

/** Where the browser goes in the end, and the wallet's `state`. */
export interface WalletReturn {
  readonly redirectUri: string
  readonly state: string | null
}

/**
 * Encrypts the wallet's redirect URI and `state` for the row of a one-time handle. Storage must hold no wallet value
 * that could be a secret, and a `state` could be one: the key is derived from the handle, which is not stored.
 */
export const sealReturn = (
  { redirectUri, state }: WalletReturn,
  handle: string,
  keyedHash: KeyedHash,
): Promise<string> =>
  seal({ text: JSON.stringify({ redirect_uri: redirectUri, state }), key: keyedHash('seal', handle) })

/** Decrypts them; `null` if the handle is not the one they were sealed with. */
export async function unsealReturn(
  sealed: unknown,
  handle: string,
  keyedHash: KeyedHash,
): Promise<WalletReturn | null> {
  const text = typeof sealed === 'string' ? await unseal({ sealed, key: keyedHash('seal', handle) }) : null
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value) || typeof value.redirect_uri !== 'string') return null
    return { redirectUri: value.redirect_uri, state: typeof value.state === 'string' ? value.state : null }
  } catch {
    return null
  }
}
