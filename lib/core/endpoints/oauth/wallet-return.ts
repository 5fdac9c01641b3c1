import { isObject } from '../../json'
import type { KeyedHash } from '../../ports'
import { seal, unseal } from './seal'

/** Where the browser goes at the end, and the `state` that goes with it. */
export interface WalletReturn {
  readonly redirectUri: string
  readonly state: string | null
}

/** Seals the way back to the wallet under a handle, for the row of that handle. */
export const sealReturn = ({ redirectUri, state }: WalletReturn, handle: string, keyedHash: KeyedHash): string =>
  seal(JSON.stringify({ redirect_uri: redirectUri, state }), handle, keyedHash)

/** Opens a sealed way back; `null` when the handle is not the one it was sealed under. */
export function unsealReturn(sealed: unknown, handle: string, keyedHash: KeyedHash): WalletReturn | null {
  const text = typeof sealed === 'string' ? unseal(sealed, handle, keyedHash) : null
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value) || typeof value.redirect_uri !== 'string') return null
    return { redirectUri: value.redirect_uri, state: typeof value.state === 'string' ? value.state : null }
  } catch {
    return null
  }
}
