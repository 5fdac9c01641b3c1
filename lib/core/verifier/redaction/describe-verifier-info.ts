import { redactMember } from '../../engine/redaction/message/redact-json'
import { type Place, within } from '../../engine/redaction/place'
import type { Redaction, TokenRule } from '../../engine/redaction/redaction'
import { isCompactToken } from '../../engine/redaction/tokens/token-text'
import { redactSensitiveText, redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import { fromBase64url, fromUtf8 } from '../../ground/values/base64url'
import { isObject, type Json, type JsonObject } from '../../ground/values/json'

/** The name that a registration certificate is known by, wherever it stands. */
const registrationName = 'registration_certificate'

/**
 * A registration certificate in our own request is no secret: we made it, or the tester wrote it. What a wallet sends as one
 * may say anything. E475-5.2.4
 */
export const registrationToken: TokenRule = {
  kind: 'registration_certificate',
  names: ['registrationcertificate'],
  types: ['rc-wrp+jwt', 'rc-rp+jwt'],
  insists: true,
  isOurs: true,
  describeClaim: (_, value, place, redaction) => (place.ours ? value : redactUnknown(value, redaction)),
}

/** The entries of `verifier_info` in our own request, with the certificates among them decoded. E4722-6.3.2.2 */
export function describeVerifierInfo(value: Json, place: Place, redaction: Redaction): Json {
  if (!Array.isArray(value)) return redactMember('verifier_info', value, place, redaction)
  return value.map((entry, index) => {
    const inside = within(place, index)
    const compact = isObject(entry) && entry.format === 'registration_cert' ? compactOf(entry.data) : null
    if (compact === null) return redactMember('verifier_info', entry, inside, redaction)
    const { data: _, ...others } = entry as JsonObject
    return {
      ...(redactMember('verifier_info', others, inside, redaction) as JsonObject),
      data: redactSensitiveText(registrationName, compact, within(inside, 'data'), redaction),
    }
  })
}

/** The compact JWS of an entry, which may be encoded once more; `null` for anything else. */
function compactOf(data: unknown): string | null {
  if (typeof data !== 'string') return null
  const bytes = isCompactToken(data) ? null : fromBase64url(data)
  const compact = bytes === null ? data : (fromUtf8(bytes) ?? '')
  return isCompactToken(compact) ? compact : null
}
