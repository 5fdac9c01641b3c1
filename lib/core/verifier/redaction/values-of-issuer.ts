import type { Redaction } from '../../engine/redaction/redaction'
import type { Json } from '../../ground/values/json'

/** Claims and elements of a PID that say who issued it, not who holds it. */
const names: ReadonlySet<string> = new Set(['issuing_authority', 'issuing_country', 'issuing_jurisdiction'])

/**
 * The redaction for one value of a credential: what says who issued it is no value of a person, for certificates and `iss`
 * say the same. `iss` is that of the credential, which may come again in a claim of any name.
 */
export const redactionOf = (name: string | null, value: Json, iss: Json, redaction: Redaction): Redaction =>
  (name !== null && names.has(name)) || (typeof value === 'string' && value === iss)
    ? { ...redaction, conceal: redaction.concealOfIssuer }
    : redaction
