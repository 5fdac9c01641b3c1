import { notApplicable, type Outcome, pass, violated } from '../../engine/checks/check'
import { shownPath } from '../../engine/judgements/shown-path'
import { fromIso } from '../../ground/time/time'
import { isObject, type Json, type JsonObject } from '../../ground/values/json'
import type { Wording } from '../../ground/values/wording'
import { say } from '../../ground/values/wording'

/**
 * Judges each of the named claims that was disclosed. A withheld claim is never missing. Findings never contain values.
 */
export function judgeEach(
  claims: JsonObject,
  names: readonly string[],
  expected: Wording,
  good: (value: Json, name: string) => boolean,
): Outcome {
  const there = names.filter((name) => Object.hasOwn(claims, name))
  if (there.length === 0) return notApplicable(say`None of these claims is present.`)
  const bad = there.filter((name) => !good(claims[name] ?? null, name))
  return bad.length === 0
    ? pass(there.map((name) => shownPath([name])))
    : violated({ expected, actual: bad.map((name) => shownPath([name])) })
}

/** `YYYY-MM-DD`, and an existing day. RFC3339-5.6 */
export const isFullDate = (value: Json): boolean => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const day = Number(value.slice(8))
  return fromIso(`${value}T00:00:00Z`) !== null && day <= daysIn(Number(value.slice(0, 4)), Number(value.slice(5, 7)))
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/** Has the form of an ISO 3166-1 alpha-2 code. */
export const isCountry = (value: Json): boolean => typeof value === 'string' && /^[A-Z]{2}$/.test(value)

/** A plain address, without a display name. RFC5322-3.4.1 */
export const isEmail = (value: Json): boolean =>
  typeof value === 'string' && /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(value)

/** A plus sign, then country code and number, digits only. EU PID Rulebook, section 2.3 */
export const isPhoneNumber = (value: Json): boolean => typeof value === 'string' && /^\+[0-9]{7,15}$/.test(value)

/** Not known, male, female, other, inter, diverse, open, and not applicable. EU PID Rulebook, section 2.3 */
export const isSex = (value: Json): boolean =>
  typeof value === 'number' && Number.isInteger(value) && ((value >= 0 && value <= 6) || value === 9)

/** Has the form of an ISO 3166-2 code, of the given country if it is known. */
export const isSubdivision = (value: Json, country: Json): boolean =>
  typeof value === 'string' &&
  /^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(value) &&
  (typeof country !== 'string' || value.startsWith(`${country}-`))

/** The claims of a PID that contain countries; the country of the address by its path. */
export function countriesOf({ nationalities, issuing_country, address }: JsonObject): JsonObject {
  const country = isObject(address) ? (address as JsonObject).country : undefined
  return {
    ...(nationalities === undefined ? {} : { nationalities }),
    ...(issuing_country === undefined ? {} : { issuing_country }),
    ...(country === undefined ? {} : { 'address/country': country }),
  }
}

const objects = ['address', 'place_of_birth', 'age_equal_or_over', 'cnf', 'status']
const arrays = ['nationalities']
const texts = [
  'family_name',
  'given_name',
  'birthdate',
  'birth_family_name',
  'birth_given_name',
  'picture',
  'email',
  'phone_number',
  'sex',
  'personal_administrative_number',
  'document_number',
  'issuing_authority',
  'issuing_country',
  'issuing_jurisdiction',
  'date_of_issuance',
  'date_of_expiry',
]

/**
 * Whether a claim of the PID has the type required by the rulebook; `sex` is a number. Other claims may have any type.
 */
export function hasType(value: Json, name: string): boolean {
  if (name === 'sex') return typeof value === 'number'
  if (texts.includes(name)) return typeof value === 'string'
  if (arrays.includes(name)) return Array.isArray(value) && value.every((item) => typeof item === 'string')
  return objects.includes(name) ? isObject(value) : true
}
