import { isObject, type Json, type JsonObject } from '@/lib/core/ground/values/json'
import { ownQuery, verifierPresets } from './verifier-presets'

/** The body of `POST /openid4vp/sessions` for a form, or the reason why it cannot be built. */
export type VerifierFields =
  | { readonly ok: true; readonly body: JsonObject }
  | { readonly ok: false; readonly reason: string }

/** How the request is delivered, as one choice: `post` by value would make no sense. */
export const deliveries = [
  { value: 'get', label: 'by reference, GET', members: {} },
  { value: 'post', label: 'by reference, POST', members: { request_uri_method: 'post' } },
  { value: 'by_value', label: 'by value', members: { request_delivery: 'by_value' } },
] as const

const text = (fields: FormData, name: string): string => {
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

const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)

/**
 * Reads the body of a session request from a form. Defaults are omitted. The query is read from the editor only if the
 * form says that it is the tester's own; the service refuses one that breaks the specification unless the form allows
 * it, and an unknown refusal test.
 */
export function readVerifierFields(fields: FormData): VerifierFields {
  const preset = text(fields, 'preset')
  const own = preset === ownQuery ? parseJson(text(fields, 'dcql_query')) : undefined
  if (preset === ownQuery && !isJsonObject(own)) return { ok: false, reason: 'The query is not a JSON object.' }
  const query = isJsonObject(own) ? own : (verifierPresets.find(({ id }) => id === preset)?.query ?? null)
  const mode = text(fields, 'response_mode')
  const scheme = text(fields, 'scheme')
  const type = text(fields, 'response_type')
  const test = text(fields, 'negative_test')
  const wait = Number(text(fields, 'refusal_wait'))
  const further = parseJson(text(fields, 'presentation_request'))
  const anchors = parseJson(text(fields, 'trust_anchors'))
  const seconds = text(fields, 'expires_in')
  return {
    ok: true,
    body: {
      ...(query === null ? {} : { dcql_query: query }),
      ...deliveries.find(({ value }) => value === text(fields, 'delivery'))?.members,
      ...(mode === '' ? {} : { response_mode: mode }),
      ...(scheme === '' ? {} : { scheme }),
      ...(type === '' ? {} : { response_type: type }),
      ...(isJsonObject(further) ? { presentation_request: further } : {}),
      ...(isListOfText(anchors) && anchors.length > 0 ? { trust_anchors: anchors } : {}),
      ...(/^[0-9]{1,6}$/.test(seconds) ? { expires_in: Number(seconds) } : {}),
      ...(text(fields, 'require_trusted_issuer') === 'true' ? { require_trusted_issuer: true } : {}),
      ...(text(fields, 'reveal_claims') === 'true' ? { reveal_claims: true } : {}),
      ...(text(fields, 'profile') === 'haip' ? { profile: 'haip' } : {}),
      ...(text(fields, 'return_redirect_uri') === 'true' ? { return_redirect_uri: true } : {}),
      ...(test === '' ? {} : { negative_test: test }),
      ...(['answer', 'refusal'].includes(text(fields, 'expect')) ? { expect: text(fields, 'expect') } : {}),
      ...(Number.isInteger(wait) && wait > 0 ? { refusal_wait: wait } : {}),
      allow_nonconforming_request: text(fields, 'allow_nonconforming_request') === 'true',
    },
  }
}
