import type { Json } from '@/lib/core/json'

/** Members of `POST /sessions` that forms set as text; everything else in a form is not passed on. */
const members = [
  'issuer_configuration_id',
  'credential_configuration_id',
  'flow',
  'credential_offer_mode',
  'scheme',
  'dpop_nonce',
] as const

/** Value of the button `run` for a wallet that keeps every rule; the other one is `fault`. */
export const cleanRun = 'clean'

/** How the reference wallet is asked to run; `misbehaviour` null = clean. */
export interface RunRequest {
  readonly misbehaviour: string | null
}

const text = (fields: FormData, name: string): string => {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** Reads which run a form asks for: field `run` says clean or fault, field `fault` names the misbehaviour. */
export function readRunFields(fields: FormData): RunRequest | null {
  const run = text(fields, 'run')
  if (run === '') return null
  return { misbehaviour: run === cleanRun ? null : text(fields, 'fault') }
}

const isWhole = (value: string): boolean => /^[0-9]{1,6}$/.test(value)

/**
 * Reads the body of `POST /sessions` from a form; empty fields are left out and so mean the default. A transaction code is
 * asked for where `tx_code` says of which characters, `tx_code_length` how many. OID4VCI-1FINAL-4.1.1
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
