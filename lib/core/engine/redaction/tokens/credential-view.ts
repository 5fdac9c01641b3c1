import { isObject, type Json, type JsonObject } from '../../../shared/values/json'
import { redactJwk } from '../message/redact-json'
import type { Redaction } from '../redaction'
import { shorten } from '../values/bound-json'

/** Longer text is usually a picture, so it is cut and its length shown. */
const valueCharactersMax = 200

/**
 * What our own credential says, as evidence shows it: the test subject's values unchanged, pictures cut to their start
 * and length, the holder's key with its public members and thumbprint, certificates as facts.
 */
export function credentialView(described: JsonObject, redaction: Redaction): JsonObject {
  const { mso, issuer_auth: issuerAuth, ...rest } = described
  const view = shortened(rest)
  if (isJsonObject(mso)) view.mso = withDeviceKey(mso, redaction)
  if (isJsonObject(issuerAuth)) {
    const { x5chain = null, ...header } = issuerAuth
    // Configured trust anchors apply to wallets, so they say nothing about our own certificates.
    const { trust: _, ...certificates } = redaction.certificates(x5chain)
    view.issuer_auth = { ...shortened(header), x5chain: certificates }
  }
  return view
}

function withDeviceKey(mso: JsonObject, redaction: Redaction): JsonObject {
  const { device_key: key = null, ...rest } = mso
  if (!isJsonObject(key)) return shortened(rest)
  const thumbprint = redaction.thumbprint(key)
  return {
    ...shortened(rest),
    device_key: { ...redactJwk(key, true, redaction), ...(thumbprint === null ? {} : { thumbprint }) },
  }
}

const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)

const shortened = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, shortenTexts(value)]))

function shortenTexts(value: Json): Json {
  if (typeof value === 'string') return shorten(value, valueCharactersMax)
  if (Array.isArray(value)) return value.map(shortenTexts)
  return isJsonObject(value) ? shortened(value) : value
}
