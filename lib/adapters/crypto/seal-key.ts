import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Sealing } from '@/lib/core/scoreboard/pipelines/sealed-definition'
import { random } from './ports'

/** AES-256-GCM with its usual IV and tag lengths. NIST SP 800-38D sections 5.2.1.1 and 5.2.1.2 */
const algorithm = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]
const options = { authTagLength: tagBytes }

/**
 * Seals a text under a key of 32 bytes, as IV, tag and ciphertext in base64url. Not a JWE: only we read it, and a JWE
 * library would schedule jobs on other threads.
 */
export function sealText(text: string, key: Uint8Array): string {
  const iv = random(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv, options)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/**
 * Unseals a text that was sealed under the same key; `null` if the key differs or the text was never sealed. Never
 * throws.
 */
export function unsealText(sealed: string, key: Uint8Array): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), options)
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

/** Seals and opens texts under one key. */
export const sealingUnder = (key: Uint8Array): Sealing => ({
  seal: (text) => sealText(text, key),
  open: (sealed) => unsealText(sealed, key),
})
