import type { Json } from '@/lib/core/ground/values/json'

/** Members of `POST /sessions` that forms set as text; other form fields are not passed on. */
const members = [
  'issuer_configuration_id',
  'credential_configuration_id',
  'flow',
  'credential_offer_mode',
  'scheme',
  'dpop_nonce',
] as const

/** Value of the button `run` for a wallet that follows every rule; the others are `carelessRun` and `fault`. */
export const cleanRun = 'clean'

/** Value of the button `run` for the wallet that fails the form's refusal test, whatever else is selected. */
export const carelessRun = 'careless'

/** How to run the reference wallet; `misbehaviour` null = clean. */
export interface RunRequest {
  readonly misbehaviour: string | null
  /** Whether the misbehaviour is the one that the form's refusal test catches. */
  readonly careless?: true
}

const text = (fields: FormData, name: string): string => {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * Reads the requested run from a form: field `run` is clean, careless or fault, field `fault` names the misbehaviour.
 */
export function readRunFields(fields: FormData): RunRequest | null {
  const run = text(fields, 'run')
  if (run === '') return null
  if (run === carelessRun) return { misbehaviour: null, careless: true }
  return { misbehaviour: run === cleanRun ? null : text(fields, 'fault') }
}

const isWhole = (value: string): boolean => /^[0-9]{1,6}$/.test(value)

/**
 * Reads the body of `POST /sessions` from a form; empty fields are omitted and mean the default. For a transaction
 * code, `tx_code` gives the kind of characters and `tx_code_length` their number. OID4VCI-1FINAL-4.1.1
 */
export function readSessionFields(fields: FormData): Record<string, Json> {
  const mode = text(fields, 'tx_code')
  const length = text(fields, 'tx_code_length')
  const expires = text(fields, 'expires_in')
  return {
    ...Object.fromEntries(members.map((name) => [name, text(fields, name)]).filter(([, value]) => value !== '')),
    ...(mode === '' ? {} : { tx_code: { input_mode: mode, ...(isWhole(length) ? { length: Number(length) } : {}) } }),
    ...(isWhole(expires) ? { expires_in: Number(expires) } : {}),
  }
}
