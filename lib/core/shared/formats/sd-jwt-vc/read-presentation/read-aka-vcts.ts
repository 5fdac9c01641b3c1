import type { JsonObject } from '../../../values/json'
import type { AkaVctsReading } from './sd-jwt-vc-reading'

/** A URI, or another name that nobody else has: both have a colon. RFC7515-2 */
const collisionResistant = /^[^\s:]+:\S+$/

/** Whether a value has the form of the name of a type. RFC7515-2 */
export const isTypeName = (value: unknown): value is string =>
  typeof value === 'string' && collisionResistant.test(value)

/**
 * Reads the further types of a credential. A list that breaks a rule names no type.
 * @param payload what was signed; `null` if it is unreadable
 * @param claims the same with what was disclosed
 * @see SDJWTVC19-2.2.2.2
 */
export function readAkaVcts(payload: JsonObject | null, claims: JsonObject): AkaVctsReading {
  if (!Object.hasOwn(claims, 'aka_vcts') && (payload === null || !Object.hasOwn(payload, 'aka_vcts')))
    return { present: false, problem: null, names: [] }
  const problem = problemOf(payload?.aka_vcts, claims)
  return { present: true, problem, names: problem === null ? (claims.aka_vcts as string[]) : [] }
}

function problemOf(signed: unknown, { aka_vcts: names, vct }: JsonObject): AkaVctsReading['problem'] {
  const isHidden = (one: unknown) => typeof one === 'object' && one !== null && '...' in one
  if (signed === undefined || (Array.isArray(signed) && signed.some(isHidden))) return 'disclosed'
  if (!Array.isArray(names)) return 'no_array'
  if (names.length === 0) return 'empty'
  if (!names.every(isTypeName)) return 'text'
  if (names.some((name) => name === vct)) return 'own'
  return new Set(names).size < names.length ? 'repeated' : null
}
