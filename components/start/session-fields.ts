import type { Json } from '@/lib/core/ground/values/json'
import { keyWithoutChain, readOptions, textOf } from './read-options'
import { issuerFields } from './session-form-fields'

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
