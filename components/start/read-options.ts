import type { FieldReading, FormField } from '@/lib/core/engine/sessions/session-form'
import { isObject, type Json, type JsonObject } from '@/lib/core/ground/values/json'

/** The text of a field; empty without one. */
export const textOf = (fields: FormData, name: string): string => {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** Parses JSON text; `undefined` if it is invalid. */
export function parseJson(source: string): Json | undefined {
  try {
    const value: Json = JSON.parse(source)
    return value
  } catch {
    return undefined
  }
}

const isListOfText = (value: Json | undefined): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

export const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)

/** The value of a field's text; `undefined` leaves the member out. */
const readings: Readonly<Record<FieldReading, (text: string) => Json | undefined>> = {
  text: (text) => (text === '' ? undefined : text),
  whole: (text) => (/^[0-9]{1,6}$/.test(text) ? Number(text) : undefined),
  count: (text) => (Number.isInteger(Number(text)) && Number(text) > 0 ? Number(text) : undefined),
  true: (text) => (text === 'true' ? true : undefined),
  true_or_false: (text) => text === 'true',
  object: (text) => {
    const value = parseJson(text)
    return isJsonObject(value) ? value : undefined
  },
  texts: (text) => {
    const value = parseJson(text)
    return isListOfText(value) && value.length > 0 ? value : undefined
  },
}

/**
 * What a form says of a private key without the certificate chain that it belongs to: so much of the member that the service
 * refuses it. The key is not sent.
 */
export const keyWithoutChain = (form: FormData): Record<string, Json> =>
  textOf(form, 'access_key') !== '' && textOf(form, 'access_chain') === '' ? { access_certificate: {} } : {}

/** Reads the members of a session request from a form; a field without a value that fits leaves its member out. */
export function readOptions(form: FormData, fields: readonly FormField[]): Record<string, Json> {
  const body: Record<string, Json> = {}
  for (const { option, name, inside, reading, only } of fields) {
    const text = textOf(form, name)
    const value = only?.includes(text) === false ? undefined : readings[reading](text)
    if (value === undefined) continue
    const first = fields.find((field) => field.option === option)?.name === name
    const { [option]: whole } = body
    if (inside === undefined) body[option] = value
    else if (first) body[option] = { [inside]: value }
    else if (isJsonObject(whole)) body[option] = { ...whole, [inside]: value }
  }
  return body
}
