import { redactJwk } from '../../engine/redaction/message/redact-json'
import type { Redaction } from '../../engine/redaction/redaction'
import { tokenClaims, tokenHeader, tokenSignature } from '../../engine/redaction/tokens/token-content'
import { redactPersonal, redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import { isObject, type Json, type JsonObject } from '../../ground/values/json'
import { mapMembers } from './map-members'
import { showNumber, showText, showTexts } from './show-text'

/** None of these is personal: they answer our request and bind the presentation to it. RFC9901-4.3, OID4VP-B.3.3 */
const shownClaims: ReadonlyMap<string, (value: Json, redaction: Redaction) => Json> = new Map([
  ['aud', (value, redaction) => showOurs(value, redaction)],
  ['nonce', (value, redaction) => showOurs(value, redaction)],
  ['sd_hash', showText],
  ['iat', showNumber],
  ['nbf', showNumber],
  ['exp', showNumber],
  ['transaction_data_hashes', showTexts],
  ['transaction_data_hashes_alg', showText],
])

/**
 * Shows what should repeat our request. If it differs, the wallet wrote it, so what identifies a person is removed, as
 * in findings. The last pass over the exchange removes values that the presentation discloses.
 */
function showOurs(value: Json, redaction: Redaction): Json {
  if (Array.isArray(value)) return value.map((item) => showOurs(item, redaction))
  const shown = showText(value, redaction)
  return typeof shown === 'string' ? redactPersonal(shown) : shown
}

/** The Key Binding JWT at the end of a presentation; `null` if there is none. */
export function describeKeyBinding(token: string, redaction: Redaction): JsonObject | null {
  if (token === '') return null
  const header = tokenHeader(token, redaction)
  if (header === null) return { unreadable: true, length: token.length }
  const claims = tokenClaims(token, redaction)
  return {
    header: mapMembers(header, redaction, (name, value) => showParameter(name, value, redaction)),
    claims:
      claims &&
      mapMembers(claims, redaction, (name, value) => (shownClaims.get(name) ?? redactUnknown)(value, redaction)),
    signature: tokenSignature(token, redaction),
  }
}

/** The holder's `kid` may be the key itself, as in a `did:jwk`. */
function showParameter(name: string, value: Json, redaction: Redaction): Json {
  if (name === 'alg' || name === 'typ') return showOurs(value, redaction)
  return name === 'jwk' && isJsonObject(value) ? redactJwk(value, false, redaction) : redactUnknown(value, redaction)
}

const isJsonObject = (value: Json): value is JsonObject => isObject(value)
