import { createDecipheriv } from 'node:crypto'
import { WalletStop } from '../errors'
import { type CborValue, readCbor, writeCbor } from '../formats/mso-mdoc/cbor'
import { type Handover, sessionTranscript } from '../formats/mso-mdoc/session-transcript'
import type { EcPublicJwk, WalletKey } from '../jose/key'
import { keysOf } from '../verifier/dc-api/annex-c/hpke'

/** A response by `org-iso-mdoc`, opened as its verifier does; null for what is no such text, or for another key. */
export function openSealed(text: string, key: WalletKey, { browser }: Handover): Buffer | null {
  const [name, sealed] = readStructure(text)
  if (name !== 'dcapi' || !(sealed instanceof Map) || browser === undefined) return null
  const [enc, cipherText] = [sealed.get('enc'), sealed.get('cipherText')]
  if (!Buffer.isBuffer(enc) || enc.length !== 65 || !Buffer.isBuffer(cipherText)) return null
  const ephemeral = pointOf(enc)
  const info = writeCbor(sessionTranscript({ clientId: '', nonce: '', jwkThumbprint: null, responseUri: '', browser }))
  const shared = { own: key, other: ephemeral, ephemeral, recipient: key.publicJwk, info }
  try {
    const keys = keysOf(shared)
    const decipher = createDecipheriv('aes-128-gcm', keys.key, keys.nonce)
    decipher.setAuthTag(cipherText.subarray(-16))
    return Buffer.concat([decipher.update(cipherText.subarray(0, -16)), decipher.final()])
  } catch {
    return null
  }
}

function readStructure(text: string): CborValue[] {
  try {
    const value = /^[A-Za-z0-9_-]+$/.test(text) ? readCbor(Buffer.from(text, 'base64url')) : null
    return Array.isArray(value) ? value : []
  } catch (error) {
    if (error instanceof WalletStop) return []
    throw error
  }
}

const pointOf = (point: Buffer): EcPublicJwk => ({
  kty: 'EC',
  crv: 'P-256',
  x: point.subarray(1, 33).toString('base64url'),
  y: point.subarray(33).toString('base64url'),
})
