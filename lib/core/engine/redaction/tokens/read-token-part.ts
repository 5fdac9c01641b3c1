import { readJsonText } from '../../../ground/http/read-json'
import { fromBase64url, fromUtf8 } from '../../../ground/values/base64url'
import { isObject, type Json, type JsonObject } from '../../../ground/values/json'
import { isJson } from '../names/own-members'

/** The JSON in a base64url part of a token; `undefined` if it is not JSON within the limits. */
export function readEncodedJson(part: string): Json | undefined {
  const bytes = fromBase64url(part)
  const text = bytes && fromUtf8(bytes)
  const read = text === null ? null : readJsonText(text)
  return read?.ok && isJson(read.value) ? read.value : undefined
}

/** The longest header or claims to decode for a view. Endpoints read only shorter ones. */
export const partCharactersMax = 128 * 1024

/** The JSON object in a token's header or claims, in base64url; `null` if it is none. */
export function readTokenPart(part: string): JsonObject | null {
  if (part.length > partCharactersMax) return null
  const value = readEncodedJson(part)
  return isJsonObject(value) ? value : null
}

const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)
