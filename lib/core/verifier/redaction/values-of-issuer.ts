import type { Redaction } from '../../engine/redaction/redaction'
import type { Json } from '../../shared/values/json'

/** PID claims and elements that describe the issuer, not the holder. */
const names: ReadonlySet<string> = new Set(['issuing_authority', 'issuing_country', 'issuing_jurisdiction'])

/**
 * Redaction of one credential value. A value that names the issuer is not personal, since certificates and `iss` say
 * the same. `iss` is the credential's own; a claim of any name may repeat it.
 */
export const redactionOf = (name: string | null, value: Json, iss: Json, redaction: Redaction): Redaction =>
  (name !== null && names.has(name)) || (typeof value === 'string' && value === iss)
    ? { ...redaction, rememberPersonal: redaction.rememberOfIssuer }
    : redaction
