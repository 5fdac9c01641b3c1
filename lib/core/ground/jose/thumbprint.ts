import { calculateJwkThumbprint } from 'jose'
import type { Digest } from '../ports/ports'
import { publicMembers } from './public-members'

/**
 * RFC 7638 thumbprint with SHA-256, base64url. `null` for anything that is not a public asymmetric key, so that never a
 * thumbprint of a secret is made (RFC 7638 section 7). Never throws.
 */
export async function thumbprint(jwk: unknown): Promise<string | null> {
  const members = publicMembers(jwk)
  if (members === null) return null
  try {
    return await calculateJwkThumbprint({ ...members }, 'sha256')
  } catch {
    return null
  }
}

/** The same as bytes and at once, by a digest that is at hand: the members are in the order of RFC 7638 already. */
export function thumbprintBytes(jwk: unknown, digest: Digest): Uint8Array | null {
  const members = publicMembers(jwk)
  return members && digest('sha-256', JSON.stringify(members))
}
