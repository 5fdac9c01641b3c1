import type { Json, JsonObject } from '../../../ground/values/json'
import { setMember } from '../names/own-members'
import type { Redaction } from '../redaction'
import { isUnmistakableToken } from '../tokens/token-text'
import { redactUnknown } from '../values/redact-sensitive'
import { redactVisible } from '../values/redact-text'

/** The public members of a JWK. RFC7517-4, RFC7518-6.2.1, RFC7518-6.3.1 */
const publicMembers = [
  'kty',
  'crv',
  'x',
  'y',
  'n',
  'e',
  'kid',
  'alg',
  'use',
  'key_ops',
  'ext',
  'x5t',
  'x5t#S256',
  'x5u',
  'iat',
  'exp',
]

/** True for an object that represents a key, even if its member names are wrongly in upper case. */
export const looksLikeJwk = (value: JsonObject): boolean => {
  const names = new Set(Object.keys(value).map((name) => name.toLowerCase()))
  return names.has('kty') || (names.has('crv') && (names.has('x') || names.has('d')))
}

/** What a person's key shows: its kind, and a fingerprint by which to recognise it. */
const kindMembers = ['kty', 'crv', 'alg', 'use', 'key_ops']

/**
 * Shows the public members of a JWK and replaces every other, above all the private ones, with its length. A person's
 * key keeps only its kind and a keyed thumbprint. `ours` is true for a key in our own answer.
 */
export function redactJwk(jwk: JsonObject, ours: boolean, redaction: Redaction): JsonObject {
  const result: JsonObject = {}
  if (redaction.profile.isPersonal && !ours) {
    for (const name of kindMembers) {
      if (Object.hasOwn(jwk, name)) setMember(result, name, redactMember(name, jwk[name] ?? null, redaction))
    }
    return { ...result, thumbprint: redaction.thumbprint(jwk) }
  }
  for (const [name, value] of Object.entries(jwk))
    setMember(result, shownName(name), redactMember(name, value, redaction))
  return result
}

function redactMember(name: string, value: Json, redaction: Redaction): Json {
  const { names } = redaction.profile
  if (name === 'x5c') return redaction.certificates(value)
  if (!publicMembers.includes(name)) return redactUnknown(value, redaction)
  if (Array.isArray(value))
    return value.map((item) =>
      typeof item === 'string' ? redactVisible(item.slice(0, 64), names) : redactUnknown(item, redaction),
    )
  if (typeof value === 'string')
    return isUnmistakableToken(value) ? redactUnknown(value, redaction) : redactVisible(value, names)
  return typeof value === 'object' ? redactUnknown(value, redaction) : value
}

const shownName = (name: string): string => (/^[\w#.-]{1,64}$/.test(name) ? name : `[name:${name.length}]`)
