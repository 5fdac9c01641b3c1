import { type Place, within } from '../../engine/redaction/place'
import type { Redaction } from '../../engine/redaction/redaction'
import { tokenHeader } from '../../engine/redaction/tokens/token-content'
import { redactJoseHeader } from '../../engine/redaction/tokens/token-header'
import { isObject, type JsonObject } from '../../ground/values/json'

/**
 * What an encrypted response shows: its protected header, the ephemeral key by thumbprint, the lengths of its parts.
 */
export function describeEncryptedResponse(token: string, place: Place, redaction: Redaction): JsonObject | null {
  const [encoded = '', encryptedKey = '', iv = '', ciphertext = '', tag = ''] = token.trim().split('.')
  const header = tokenHeader(token, redaction)
  if (header === null) return null
  const shown = redactJoseHeader(header, within(place, 'header'), redaction)
  const { epk } = shown
  return {
    kind: 'jwe',
    header: isObject(epk) ? { ...shown, epk: { ...epk, thumbprint: redaction.thumbprint(header.epk) } } : shown,
    claims: null,
    part_lengths: {
      header: encoded.length,
      encrypted_key: encryptedKey.length,
      iv: iv.length,
      ciphertext: ciphertext.length,
      tag: tag.length,
    },
    // A JWE is not signed: anyone with our public key can encrypt. RFC7516-3
    signature: null,
  }
}
