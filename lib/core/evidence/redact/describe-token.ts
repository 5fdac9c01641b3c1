import { fromBase64url, fromUtf8 } from '../../base64url'
import { readJsonText } from '../../http/read-json'
import { isObject, type Json, type JsonObject } from '../../json'
import { isJson } from './own-members'
import { type Place, type Redaction, within } from './redaction'
import { redactClaims } from './token-claims'
import { redactJoseHeader } from './token-header'
import { kindOf } from './token-kind'
import { partsOf } from './token-text'

/** Tokens inside tokens that are decoded: an attestation in a proof's header, and what that may hold. */
const nestingMax = 3
/** Longest token that is decoded; a key attestation with 20 keys and a chain stays far below. */
const tokenCharactersMax = 64 * 1024

export interface TokenTools {
  /** What verification found, by token as received. */
  readonly signatures?: ReadonlyMap<string, 'valid' | 'invalid'>
  /** RFC 7638 thumbprint of a public key; `null` for anything else. */
  readonly thumbprint?: (jwk: JsonObject) => string | null
}

/**
 * The view of a compact token: kind, header, claims, thumbprint of the key in it and what verification found. Neither
 * the token nor its signature is in it, so it cannot be put together again. `null` when not even the header reads.
 */
export function describeToken(
  token: string,
  name: string,
  place: Place,
  redaction: Redaction,
  tools: TokenTools,
): JsonObject | null {
  const parts = partsOf(token)
  if (parts === null || token.length > tokenCharactersMax || place.nesting >= nestingMax) return null
  const header = readPart(parts[0] ?? '')
  if (header === null) return null
  const inner = { ...place, nesting: place.nesting + 1 }
  const isEncrypted = parts.length === 5
  const kind = isEncrypted ? 'jwe' : kindOf(name, header.typ, token)
  const claims = isEncrypted ? null : readPart(parts[1] ?? '')
  return {
    kind,
    header: redactJoseHeader(header, within(inner, 'header'), redaction),
    claims: claims && redactClaims(kind, claims, within(inner, 'claims'), redaction),
    ...thumbprintsOf(kind, header, claims, tools),
    signature: tools.signatures?.get(token) ?? 'unchecked',
  }
}

function readPart(part: string): JsonObject | null {
  const bytes = fromBase64url(part)
  const text = bytes && fromUtf8(bytes)
  const read = text === null ? null : readJsonText(text)
  return read?.ok && isObject(read.value) && isJson(read.value) ? toObject(read.value) : null
}

const toObject = (value: Json): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null

/** The key that a token is about: the one in its header, or the one it confirms; of a key attestation all of them. */
function thumbprintsOf(kind: string, header: JsonObject, claims: JsonObject | null, tools: TokenTools): JsonObject {
  const of = (value: Json | undefined): string | null => {
    const jwk = toObject(value ?? null)
    try {
      return jwk && (tools.thumbprint?.(jwk) ?? null)
    } catch {
      return null
    }
  }
  if (kind === 'key_attestation') {
    const keys = claims && Object.hasOwn(claims, 'attested_keys') ? claims.attested_keys : null
    return Array.isArray(keys) ? { attested_key_thumbprints: keys.slice(0, 100).map(of) } : {}
  }
  if (kind === 'access_token' || kind === 'jwe') return {}
  const cnf = claims && Object.hasOwn(claims, 'cnf') ? toObject(claims.cnf ?? null) : null
  const thumbprint = of(own(header, 'jwk')) ?? of(own(cnf, 'jwk'))
  return thumbprint === null ? {} : { thumbprint }
}

const own = (value: JsonObject | null, name: string): Json | undefined =>
  value !== null && Object.hasOwn(value, name) ? value[name] : undefined
