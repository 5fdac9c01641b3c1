import { redactJwk } from '../../engine/redaction/message/redact-json'
import { looksLikeUrl, redactUrl } from '../../engine/redaction/message/redact-url'
import type { Redaction } from '../../engine/redaction/redaction'
import { redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import { isTypeName } from '../../shared/formats/sd-jwt-vc/read-presentation/read-aka-vcts'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { mapMembers, showNumber, showText } from './show-text'
import { withoutTypes } from './values-of-issuer'

/** Claims about the credential itself, which are evidence. SDJWTVC-3.2.2, SDJWTVC19-2.2.2.2, RFC9901-4.1 */
const shownClaims: ReadonlyMap<string, (value: Json, redaction: Redaction) => Json> = new Map([
  ['iss', showText],
  ['vct', showText],
  ['vct#integrity', showText],
  ['aka_vcts', showTypes],
  ['_sd_alg', showText],
  ['iat', showNumber],
  ['nbf', showNumber],
  ['exp', showNumber],
  ['cnf', redactConfirmation],
  ['status', redactStatus],
])

/**
 * Claims of a presented credential. Shows claims about the credential; of all others only name, type and length. Counts
 * digests.
 */
export const redactPresentedClaims = (claims: JsonObject, redaction: Redaction): JsonObject =>
  mapMembers(claims, redaction, (name, value) => {
    const show = shownClaims.get(name)
    return show === undefined
      ? redactPresentedMember(name, value, withoutTypes(name, claims, redaction))
      : show(value, redaction)
  })

/** Masks a personal value. Structure and member names stay; repetitions in the exchange are removed too. */
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

/** Names of types are shown; what is none may be a person's. SDJWTVC19-2.2.2.2 */
const showType = (value: Json, redaction: Redaction): Json =>
  isTypeName(value) ? showText(value, redaction) : redactPresentedValue(value, redaction)

function showTypes(value: Json, redaction: Redaction): Json {
  if (!Array.isArray(value)) return showType(value, redaction)
  return value.map((item) => (isConcealedElement(item) ? { concealed: true } : showType(item, redaction)))
}

/** Type and keyed thumbprint of the key in `cnf`. RFC7800-3.2 */
function redactConfirmation(value: Json, redaction: Redaction): Json {
  if (!isJsonObject(value)) return redactUnknown(value, redaction)
  return mapMembers(value, redaction, (name, member) =>
    name === 'jwk' && isJsonObject(member) ? redactJwk(member, false, redaction) : redactUnknown(member, redaction),
  )
}

/** Shows the status list URL, but not the index, which identifies this credential. */
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
