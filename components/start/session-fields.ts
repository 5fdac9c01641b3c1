import type { Json, JsonObject } from '@/lib/core/shared/values/json'
import { isJsonObject, keyWithoutChain, parseJson, readOptions, textOf } from './read-options'
import { issuerFields, verifierFields } from './session-form-fields'
import { ownQuery, verifierPresets } from './verifier-presets'

/** Value of button `run` for a conformant wallet; other values are `carelessRun` and `fault`. */
export const cleanRun = 'clean'

/** Value of button `run` for the wallet that falls for the form's refusal test, regardless of other choices. */
export const carelessRun = 'careless'

/** How to run the reference wallet; a `null` misbehaviour means a clean run. */
export interface RunRequest {
  readonly misbehaviour: string | null
  /** The misbehaviour is the one that the form's refusal test detects. */
  readonly careless?: true
}

/** Reads the requested run: field `run` says clean, careless or fault, field `fault` names the misbehaviour. */
export function readRunFields(fields: FormData): RunRequest | null {
  const run = textOf(fields, 'run')
  if (run === '') return null
  if (run === carelessRun) return { misbehaviour: null, careless: true }
  return { misbehaviour: run === cleanRun ? null : textOf(fields, 'fault') }
}

/** Builds the body of `POST /sessions` from a form; omits empty fields. */
export const readSessionFields = (fields: FormData): Record<string, Json> => ({
  ...readOptions(fields, issuerFields),
  ...keyWithoutChain(fields),
})

/** Body of `POST /openid4vp/sessions` for a form, or why it cannot be built. */
export type VerifierFields =
  | { readonly ok: true; readonly body: JsonObject }
  | { readonly ok: false; readonly reason: string }

/** Request delivery as one choice, because `post` by value would make no sense. */
export const deliveries = [
  { value: 'get', label: 'by reference, GET', members: {} },
  { value: 'post', label: 'by reference, POST', members: { request_uri_method: 'post' } },
  { value: 'by_value', label: 'by value', members: { request_delivery: 'by_value' } },
] as const

/**
 * Builds a session request from a form, omitting defaults. The query is read from the editor only if the form marks it
 * as the tester's own. The service refuses unknown refusal tests, and invalid queries unless the form allows them.
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
