import { fromBase64url, fromUtf8, toBase64url, utf8 } from '../../ground/values/base64url'
import type { JsonObject } from '../../ground/values/json'

/** Flips the lowest bit of the signature's last byte. */
export function flipBit(jws: string): string {
  const at = jws.lastIndexOf('.') + 1
  const signature = fromBase64url(jws.slice(at)) ?? new Uint8Array(64)
  const last = signature.length - 1
  return jws.slice(0, at) + toBase64url(signature.map((byte, index) => (index === last ? byte ^ 1 : byte)))
}

/** The same claims under `alg` `none`, with the certificate still in the header. */
export function unsigned(jws: string): string {
  const [head = '', claims = ''] = jws.split('.')
  const header: JsonObject = JSON.parse(fromUtf8(fromBase64url(head) ?? new Uint8Array()) ?? '{}')
  return `${toBase64url(utf8(JSON.stringify({ ...header, alg: 'none' })))}.${claims}.`
}
