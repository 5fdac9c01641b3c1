import type { Json, JsonObject } from '@/lib/core/ground/values/json'
import { isJsonObject, keyWithoutChain, parseJson, readOptions, textOf } from './read-options'
import { issuerFields, verifierFields } from './session-form-fields'
import { ownQuery, verifierPresets } from './verifier-presets'

/** Value of the button `run` for a wallet that keeps every rule; further ones are `carelessRun` and `fault`. */
export const cleanRun = 'clean'

/** Value of the button `run` for the wallet that falls for the refusal test of the form, whatever else is chosen. */
export const carelessRun = 'careless'

/** How to run the reference wallet; `misbehaviour` null = clean. */
export interface RunRequest {
  readonly misbehaviour: string | null
  /** The misbehaviour is the one that the refusal test of the form catches. */
  readonly careless?: true
}

/** Reads which run a form asks for: field `run` says clean, careless or fault, field `fault` names the misbehaviour. */
export function readRunFields(fields: FormData): RunRequest | null {
  const run = textOf(fields, 'run')
  if (run === '') return null
  if (run === carelessRun) return { misbehaviour: null, careless: true }
  return { misbehaviour: run === cleanRun ? null : textOf(fields, 'fault') }
}

/** Reads the body of `POST /sessions` from a form; empty fields are omitted and mean the default. */
export const readSessionFields = (fields: FormData): Record<string, Json> => ({
  ...readOptions(fields, issuerFields),
  ...keyWithoutChain(fields),
})

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
