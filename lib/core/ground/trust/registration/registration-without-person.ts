import { toBase64url, utf8 } from '../../values/base64url'
import { isObject, type Json, type JsonObject } from '../../values/json'
import { isLegalIdentifier, personRedacted } from '../natural-person'
import { readRegistration } from './read-registration'

/** Claims that tell nothing of who is registered. E475-5.2.4 */
const impersonal: ReadonlySet<string> = new Set([
  ...['iat', 'nbf', 'exp', 'jti', 'status', 'country', 'entitlements', 'policy_id', 'certificate_policy'],
  ...['registry_uri', 'supervisory_authority', 'srv_description', 'purpose', 'intended_use_id'],
  ...['credentials', 'provides_attestations', 'public_body'],
])

/** A claim that only a natural person has: a given name, a family name. */
const personal = /^(sub_)?(gn|fn|given_?name|family_?name|surname|birth.*)$/i

/**
 * Whether a registration certificate may name a natural person. It does unless it says that it is of an organisation: it has
 * a legal name (`sub_ln`, or `legal_name` inside `sub`) or the identifier of a legal person, and no given or family name.
 * @see E475-5.2.4, CIR848-AnnexI
 */
export function mayRegisterAPerson(claims: JsonObject): boolean {
  const { sub } = claims
  const inside = isObject(sub) ? (sub as JsonObject) : {}
  if ([...Object.keys(claims), ...Object.keys(inside)].some((name) => personal.test(name))) return true
  const names = [claims.sub_ln, inside.legal_name, inside.ln]
  return !isLegalIdentifier(sub) && !isLegalIdentifier(inside.id) && !names.some(isText)
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** The claims without what may name a person: of every claim about who is registered only its name. */
export const registrationWithoutPerson = (claims: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]): [string, Json] => [
      name,
      impersonal.has(name) ? value : personRedacted,
    ]),
  )

/**
 * The certificate for evidence, a JWS without signature: without its personal claims where it may name a person, or where
 * `certified` says that the access certificate does; `null` where there is nothing to leave out. Never throws.
 */
export function registrationForEvidence(compact: string, certified: boolean): string | null {
  const read = readRegistration(compact)
  if (read === null || !(certified || mayRegisterAPerson(read.claims))) return null
  const [header = ''] = compact.split('.')
  return `${header}.${toBase64url(utf8(JSON.stringify(registrationWithoutPerson(read.claims))))}.`
}
