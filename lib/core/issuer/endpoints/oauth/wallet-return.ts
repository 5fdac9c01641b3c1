import { seal, unseal } from '../../../ground/jose/seal'
import type { KeyedHash } from '../../../ground/ports/ports'
import { isObject } from '../../../ground/values/json'

/** Where the browser goes at the end, and the `state` that goes with it. */
export interface WalletReturn {
  readonly redirectUri: string
  readonly state: string | null
}

/**
 * Seals the way back to the wallet under a handle, for the row of that handle. Storage holds no value of a wallet that
 * could be a secret, as a `state` is: the key is derived from the one-time handle, which is itself not stored.
 */
export const sealReturn = (
  { redirectUri, state }: WalletReturn,
  handle: string,
  keyedHash: KeyedHash,
): Promise<string> =>
  seal({ text: JSON.stringify({ redirect_uri: redirectUri, state }), key: keyedHash('seal', handle) })

/** Opens a sealed way back; `null` when the handle is not the one it was sealed under. */
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
