import type { JsonObject } from '@/lib/core/ground/values/json'
import { isJsonObject, keyWithoutChain, parseJson, readOptions, textOf } from './read-options'
import { verifierFields } from './session-form-fields'
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

/**
 * Reads the body of a session request from a form. Defaults are omitted. The query is read from the editor only if the
 * form says that it is the tester's own; the service refuses one that breaks the specification unless the form allows
 * it, and an unknown refusal test.
 */
export function readVerifierFields(fields: FormData): VerifierFields {
  const preset = textOf(fields, 'preset')
  const own = preset === ownQuery ? parseJson(textOf(fields, 'dcql_query')) : undefined
  if (preset === ownQuery && !isJsonObject(own)) return { ok: false, reason: 'The query is not a JSON object.' }
  const query = isJsonObject(own) ? own : (verifierPresets.find(({ id }) => id === preset)?.query ?? null)
  return {
    ok: true,
    body: {
      ...(query === null ? {} : { dcql_query: query }),
      ...deliveries.find(({ value }) => value === textOf(fields, 'delivery'))?.members,
      ...readOptions(fields, verifierFields),
      ...keyWithoutChain(fields),
    },
  }
}
