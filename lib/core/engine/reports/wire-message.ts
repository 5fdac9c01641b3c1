import { isObject, type Json } from '../../shared/values/json'

/** Fields that curl sets itself, or that apply to one connection only. */
export const ofTheConnection: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'accept-encoding',
])

/** Recorded fields (name to value or values) as pairs; a value that is not a string becomes JSON. */
export function wireFields(fields: Json): [name: string, value: string][] {
  if (!isObject(fields)) return []
  return Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, text(one)]),
  )
}

const text = (value: Json): string => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value))

/** The first value of a field, whatever the case of its name; `null` if there is none. */
export function headerNamed(headers: Json, name: string): string | null {
  const found = wireFields(headers).find(([one]) => one.toLowerCase() === name)
  return found?.[1] ?? null
}

/** The media type of a message according to its header; empty without one. */
export const mediaType = (headers: Json): string => headerNamed(headers, 'content-type') ?? ''

/**
 * Returns a recorded body as text of its media type, because the record keeps it parsed and redacted: a form as
 * `application/x-www-form-urlencoded`, other values as JSON, text as it is. `null` stays `null`.
 */
export function wireBody(body: Json, type: string): string | null {
  if (body === null) return null
  if (typeof body === 'string') return body
  if (isObject(body) && /^application\/x-www-form-urlencoded\b/i.test(type))
    return new URLSearchParams(wireFields(body)).toString()
  return JSON.stringify(body)
}
