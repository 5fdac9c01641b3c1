import { redactJwk } from '../../engine/redaction/message/redact-json'
import { looksLikeUrl, redactUrl } from '../../engine/redaction/message/redact-url'
import type { Redaction } from '../../engine/redaction/redaction'
import { redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import { isObject, type Json, type JsonObject } from '../../ground/values/json'
import { mapMembers, showNumber, showText } from './show-text'

/** Claims about the credential itself, which are evidence. SDJWTVC-3.2.2, RFC9901-4.1 */
const shownClaims: ReadonlyMap<string, (value: Json, redaction: Redaction) => Json> = new Map([
  ['iss', showText],
  ['vct', showText],
  ['vct#integrity', showText],
  ['_sd_alg', showText],
  ['iat', showNumber],
  ['nbf', showNumber],
  ['exp', showNumber],
  ['cnf', redactConfirmation],
  ['status', redactStatus],
])

/**
 * The claims of a presented credential. Shows what it says about itself; of everything else only the name, and the type
 * and length of the value. Counts digests.
 */
export const redactPresentedClaims = (claims: JsonObject, redaction: Redaction): JsonObject =>
  mapMembers(claims, redaction, (name, value) => {
    const show = shownClaims.get(name)
    return show === undefined ? redactPresentedMember(name, value, redaction) : show(value, redaction)
  })

/**
 * Masks a personal value. Its structure and member names stay; the value is also removed wherever else the exchange
 * repeats it.
 */
export function redactPresentedValue(value: Json, redaction: Redaction): Json {
  if (value !== null && typeof value !== 'object') redaction.rememberPersonal(value)
  if (Array.isArray(value)) {
    return value.map((item) => (isConcealedElement(item) ? { concealed: true } : redactPresentedValue(item, redaction)))
  }
  return isJsonObject(value)
    ? mapMembers(value, redaction, (name, member) => redactPresentedMember(name, member, redaction))
    : redactUnknown(value, redaction)
}

const redactPresentedMember = (name: string, value: Json, redaction: Redaction): Json =>
  name === '_sd' && Array.isArray(value) ? { count: value.length } : redactPresentedValue(value, redaction)

/** The key that the credential is bound to: its kind and a keyed thumbprint. RFC7800-3.2 */
function redactConfirmation(value: Json, redaction: Redaction): Json {
  if (!isJsonObject(value)) return redactUnknown(value, redaction)
  return mapMembers(value, redaction, (name, member) =>
    name === 'jwk' && isJsonObject(member) ? redactJwk(member, false, redaction) : redactUnknown(member, redaction),
  )
}

/** Shows where to look up the status, but not the index in the list, which identifies this one credential. */
function redactStatus(value: Json, redaction: Redaction): Json {
  if (!isJsonObject(value)) return redactUnknown(value, redaction)
  return mapMembers(value, redaction, (_, kind) =>
    isJsonObject(kind)
      ? mapMembers(kind, redaction, (name, member) =>
          name === 'uri' && typeof member === 'string' && looksLikeUrl(member)
            ? redactUrl(member, redaction.profile.names)
            : redactUnknown(member, redaction),
        )
      : redactUnknown(kind, redaction),
  )
}

const isConcealedElement = (item: Json): boolean => isJsonObject(item) && Object.hasOwn(item, '...')
const isJsonObject = (value: Json): value is JsonObject => isObject(value)
