import { readJsonText } from '../../../ground/http/read-json'
import { fromBase64url, fromUtf8 } from '../../../ground/values/base64url'
import { isObject, type Json, type JsonObject } from '../../../ground/values/json'
import { isJson } from '../names/own-members'

/** The JSON in a base64url part of a token; `undefined` when it is none within the bounds. */
export function readEncodedJson(part: string): Json | undefined {
  const bytes = fromBase64url(part)
  const text = bytes && fromUtf8(bytes)
  const read = text === null ? null : readJsonText(text)
  return read?.ok && isJson(read.value) ? read.value : undefined
}

/** Longest header, and longest claims, that are decoded for a view: endpoints look into none so long. */
export const partCharactersMax = 128 * 1024

/** The JSON object in a base64url part of a token, header or claims; `null` when it is none. */
export function readTokenPart(part: string): JsonObject | null {
  if (part.length > partCharactersMax) return null
  const value = readEncodedJson(part)
  return isJsonObject(value) ? value : null
}

const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)
