import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { fromUtf8 } from '@/lib/core/base64url'

/** `{"alg":"dir","enc":"A256GCM"}`, as `seal` of the core writes it. */
const protectedHeader = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM' })).toString('base64url')
const [ivBytes, tagBytes] = [12, 16]

/** What `seal` of the core makes, at once on this thread: the same compact JWE, under a key of 32 bytes. RFC7518-5.3 */
export function sealAtOnce({ text, key }: { readonly text: string; readonly key: Uint8Array }): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(protectedHeader, 'latin1'))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${protectedHeader}..${[iv, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url')).join('.')}`
}

/** Opens what either of the two sealed under the same key; `null` for anything else. Never throws. */
export function unsealAtOnce({ sealed, key }: { readonly sealed: string; readonly key: Uint8Array }): string | null {
  const [header, encryptedKey, ...rest] = sealed.split('.')
  if (header !== protectedHeader || encryptedKey !== '' || rest.length !== 3) return null
  const [iv, bytes, tag] = rest.map((part) => Buffer.from(part, 'base64url'))
  if (iv?.length !== ivBytes || bytes === undefined || tag?.length !== tagBytes) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(protectedHeader, 'latin1')).setAuthTag(tag)
    return fromUtf8(Buffer.concat([decipher.update(bytes), decipher.final()]))
  } catch {
    return null
  }
}
