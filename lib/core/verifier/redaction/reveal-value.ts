import type { Redaction } from '../../engine/redaction/redaction'
import type { Revealed } from '../../engine/redaction/tokens/read-token'
import { isUnmistakableToken } from '../../engine/redaction/tokens/token-text'
import { shorten } from '../../engine/redaction/values/bound-json'
import { redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import { isObject, type Json, type JsonObject } from '../../ground/values/json'
import { mapMembers } from './map-members'

/** Longer text is a picture, or tells a reader nothing. */
const charactersMax = 200

/** Portraits of any person. */
const pictures = ['portrait', 'picture']

/**
 * What identifies one person. Hidden in other issuers' credentials, even if the operator allows their values to be
 * shown.
 */
const identifiers = [
  ...['sub', 'jti', 'personal_administrative_number', 'document_number'],
  ...['email', 'email_address', 'phone_number', 'mobile_phone_number'],
]

/** True for a claim or element whose value is never shown, in any session. */
export const isAlwaysHidden = (name: string, whose: Revealed): boolean =>
  pictures.includes(name) || (whose === 'foreign' && identifiers.includes(name))

/**
 * The value of a disclosed claim in a session that asked for values. Pictures, digests and tokens stay redacted, and so
 * does what identifies a person in another issuer's credential. `name` is the name of the claim, `null` for an array
 * element.
 */
export function revealValue(name: string | null, value: Json, whose: Revealed, redaction: Redaction): Json {
  if (name !== null && isAlwaysHidden(name, whose)) return redactUnknown(value, redaction)
  if (name === '_sd' && Array.isArray(value)) return { count: value.length }
  if (typeof value === 'string')
    return isUnmistakableToken(value) ? redactUnknown(value, redaction) : shorten(value, charactersMax)
  if (Array.isArray(value))
    return value.map((item) =>
      isJsonObject(item) && Object.hasOwn(item, '...')
        ? { concealed: true }
        : revealValue(name, item, whose, redaction),
    )
  return isJsonObject(value)
    ? mapMembers(value, redaction, (member, inner) => revealValue(member, inner, whose, redaction))
    : value
}

const isJsonObject = (value: Json): value is JsonObject => isObject(value)
