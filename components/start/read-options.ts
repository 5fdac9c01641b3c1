import type { FieldReading, FormField } from '@/lib/core/engine/sessions/session-form'
import { isObject, type Json, type JsonObject } from '@/lib/core/shared/values/json'

/** Text of a field; empty if absent. */
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

/** Value of a field's text; `undefined` omits the member. */
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
  list: (text) => (text === '' ? undefined : (parseJson(text) ?? text)),
}

/**
 * Stands in for a private key submitted without its certificate chain: just enough for the service to refuse it. The
 * key itself is not sent.
 */
export const keyWithoutChain = (form: FormData): Record<string, Json> =>
  textOf(form, 'access_key') !== '' && textOf(form, 'access_chain') === '' ? { access_certificate: {} } : {}

/** Reads session options from a form; omits members whose field has no valid value. */
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
