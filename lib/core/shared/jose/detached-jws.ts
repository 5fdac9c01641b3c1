import { flattenedVerify } from 'jose'
import { readJsonText } from '../http/read-json'
import type { JwsSigner } from '../ports/keys'
import { fromBase64url, fromUtf8, isBase64url, toBase64url, toHex, utf8 } from '../values/base64url'
import { isObject } from '../values/json'
import { importPublicKey } from './jwk'

/** Signs bytes with a detached JWS: header, empty payload, signature. RFC7515-F */
export function signDetached(
  payload: Uint8Array,
  { header: given, signer }: { readonly header: Readonly<Record<string, unknown>>; readonly signer: JwsSigner },
): string {
  const header = toBase64url(utf8(JSON.stringify({ ...given, alg: signer.alg })))
  const signature = signer.sign(utf8(`${header}.${toBase64url(payload)}`))
  return `${header}..${toBase64url(signer.alg === 'ES256' ? withLowS(signature) : signature)}`
}

/** The order of P-256. SEC2-2.4.2 */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** The second half of an ES256 signature. RFC7518-3.4 */
const sOf = (signature: Uint8Array): bigint => BigInt(`0x0${toHex(signature.subarray(32))}`)

/**
 * Picks the smaller s of the equivalent signatures (r, s) and (r, n - s), so that every change of a byte is noticed.
 */
function withLowS(signature: Uint8Array): Uint8Array {
  const s = sOf(signature)
  if (s <= order / 2n) return signature
  const low = (order - s).toString(16).padStart(64, '0')
  const made = Uint8Array.from(signature)
  for (let index = 0; index < 32; index++) made[32 + index] = Number.parseInt(low.slice(2 * index, 2 * index + 2), 16)
  return made
}

/** A detached JWS, decoded but not verified. */
export interface DetachedJws {
  readonly header: Readonly<Record<string, unknown>>
  readonly encodedHeader: string
  readonly signature: string
}

/** Reads a detached JWS in its canonical form; `null` for any other text. Never throws. RFC7515-F */
export function readDetached(text: string): DetachedJws | null {
  const [encodedHeader, payload, signature, ...others] = text.split('.', 4)
  if (encodedHeader === undefined || payload !== '' || signature === undefined || others.length > 0) return null
  if (!isBase64url(encodedHeader) || !isBase64url(signature)) return null
  const header = readJsonText(fromUtf8(fromBase64url(encodedHeader) ?? new Uint8Array()) ?? '')
  if (!header.ok || header.duplicates.length > 0 || !isObject(header.value)) return null
  return { header: header.value, encodedHeader, signature }
}

/**
 * Verifies an ES256 detached JWS in the canonical form of `signDetached`. A header with `crit` or `b64` fails, because
 * no extension is supported (RFC7515-4.1.11). Never throws.
 */
export async function verifyDetached(
  { header, encodedHeader, signature }: DetachedJws,
  { payload, jwk }: { readonly payload: Uint8Array; readonly jwk: unknown },
): Promise<boolean> {
  if (header.alg !== 'ES256' || Object.hasOwn(header, 'crit') || Object.hasOwn(header, 'b64')) return false
  const bytes = fromBase64url(signature)
  if (bytes === null || bytes.length !== 64 || sOf(bytes) > order / 2n) return false
  const key = await importPublicKey(jwk, 'ES256')
  if (key === null) return false
  try {
    const jws = { protected: encodedHeader, payload: toBase64url(payload), signature }
    await flattenedVerify(jws, key, { algorithms: ['ES256'] })
    return true
  } catch {
    return false
  }
}
