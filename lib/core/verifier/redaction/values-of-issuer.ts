import type { Redaction } from '../../engine/redaction/redaction'
import { isTypeName } from '../../shared/formats/sd-jwt-vc/read-presentation/read-aka-vcts'
import type { Json, JsonObject } from '../../shared/values/json'

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

/**
 * The same for names of types, which say what a credential is and nothing about its holder: its own, in a claim of any
 * name, and those in `aka_vcts`.
 * @param name of the claim; `null` if unknown
 * @param claims of the credential
 * @see SDJWTVC19-2.2.2.2
 */
export const withoutTypes = (name: string | null, claims: JsonObject | null, redaction: Redaction): Redaction => ({
  ...redaction,
  rememberPersonal: (value) => {
    if (!isTypeName(value) || (value !== claims?.vct && name !== 'aka_vcts')) redaction.rememberPersonal(value)
  },
})
