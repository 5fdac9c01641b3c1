import type { Redaction } from '../../engine/redaction/redaction'
import { tokenClaims, tokenHeader, tokenSignature } from '../../engine/redaction/tokens/token-content'
import { redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import { didMethod } from '../../shared/did/resolve-did'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { redactPresentedValue } from './redact-presented-claims'
import { mapMembers, showNumber, showText, showTexts } from './show-text'

const shownClaims: ReadonlyMap<string, (value: Json, redaction: Redaction) => Json> = new Map([
  ['aud', showTexts],
  ['nonce', showText],
  ['iat', showNumber],
  ['nbf', showNumber],
  ['exp', showNumber],
  ['iss', showSubject],
  ['sub', showSubject],
  ['sub_jwk', showKey],
])

/**
 * Describes an ID Token without signature and without anything that tracks its subject: only the syntax of `sub` and an
 * identical `iss`, and type and keyed thumbprint of its key. `null` if the header is unreadable. SIOP2-11
 */
export function describeIdToken(token: string, redaction: Redaction): JsonObject | null {
  const header = tokenHeader(token, redaction)
  if (header === null) return null
  const claims = tokenClaims(token, redaction)
  return {
    kind: 'id_token',
    header: mapMembers(header, redaction, (name, value) => showParameter(name, value, redaction)),
    claims:
      claims &&
      mapMembers(claims, redaction, (name, value) => (shownClaims.get(name) ?? redactPresentedValue)(value, redaction)),
    signature: tokenSignature(token, redaction),
  }
}

/** The subject's `kid` may be the key itself, as in a `did:jwk`. */
function showParameter(name: string, value: Json, redaction: Redaction): Json {
  if (name === 'alg' || name === 'typ') return showText(value, redaction)
  if (name === 'x5c') return redaction.certificates(value)
  return name === 'jwk' ? showKey(value, redaction) : showSubject(value, redaction)
}

/** An https URL names an issuer, not a person. Anything else may be personal. */
function showSubject(value: Json, redaction: Redaction): Json {
  if (typeof value !== 'string') return redactUnknown(value, redaction)
  if (/^https:\/\//i.test(value)) return showText(value, redaction)
  redaction.rememberPersonal(value)
  const redacted = redactUnknown(value, redaction)
  const method = didMethod(value.split('#', 1)[0] ?? '')
  return method !== null && isObject(redacted) ? { ...redacted, did_method: method.slice(0, 32) } : redacted
}

/** Key types and curves. Any other text in their place may be personal. */
const keyKinds: readonly unknown[] = ['EC', 'OKP', 'RSA']
const keyCurves: readonly unknown[] = ['P-256', 'P-384', 'P-521', 'Ed25519', undefined]

function showKey(value: Json, redaction: Redaction): Json {
  if (!isJsonObject(value)) return redactUnknown(value, redaction)
  const { kty = null, crv } = value
  if (!keyKinds.includes(kty) || !keyCurves.includes(crv)) return redactUnknown(value, redaction)
  return { kty, ...(crv === undefined ? {} : { crv }), thumbprint: redaction.thumbprint(value) }
}

const isJsonObject = (value: Json): value is JsonObject => isObject(value)
