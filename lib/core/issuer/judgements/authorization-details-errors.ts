import { shown } from '../../engine/judgements/shown'
import { readJsonText } from '../../shared/http/read-json'
import { isObject } from '../../shared/values/json'
import type { Said } from '../../shared/values/wording'
import { say } from '../../shared/values/wording'

/**
 * Problems with `authorization_details`; empty if there are none. `configurations` lists those of the metadata.
 * @see OID4VCI-1FINAL-5.1.1, OID4VCI-1FINALA-B.1, OID4VCI-1FINALA-B.3
 */
export function authorizationDetailsErrors(text: string, configurations: readonly string[]): Said[] {
  const json = readJsonText(text)
  if (!json.ok || !Array.isArray(json.value)) return [say`not a JSON array`]
  if (json.value.length === 0) return [say`an empty array`]
  const seen = new Set<unknown>()
  return json.value.slice(0, 20).flatMap((entry: unknown, index): Said[] => {
    const error = (problem: Said): Said[] => [{ index, problem }]
    if (!isObject(entry)) return error(say`not an object`)
    if (entry.type !== 'openid_credential') return error({ type: shown(entry.type) })
    const id = entry.credential_configuration_id
    if (typeof id !== 'string' || !configurations.includes(id)) return error({ credential_configuration_id: shown(id) })
    if (seen.has(id)) return error(say`the same credential_configuration_id again`)
    seen.add(id)
    if (entry.credential_identifiers !== undefined)
      return error(say`credential_identifiers belong in the token response`)
    if (!isClaims(entry.claims)) return error(say`claims are not descriptions with a path`)
    return contradict(entry.claims ?? []) ? error(say`claims repeat or contradict each other`) : []
  })
}

/** A step of a claims path pointer. OID4VCI-1FINALA-C */
type Step = string | number | null

interface ClaimDescription {
  readonly path: readonly Step[]
}

/** A claims description has a path of names, indexes or null. OID4VCI-1FINALA-B.1 */
const isClaims = (claims: unknown): claims is readonly ClaimDescription[] | undefined =>
  claims === undefined ||
  (Array.isArray(claims) &&
    claims.length > 0 &&
    claims.every(
      (claim: unknown) =>
        isObject(claim) &&
        Array.isArray(claim.path) &&
        claim.path.length > 0 &&
        claim.path.every(
          (part) => part === null || typeof part === 'string' || (Number.isInteger(part) && part >= 0),
        ) &&
        (claim.mandatory === undefined || typeof claim.mandatory === 'boolean'),
    ))

/** A node of the credential that claims paths lead to. */
interface Place {
  isDescribed: boolean
  readonly inside: Map<Step, Place>
}

/**
 * True if two descriptions share a path, select both all elements and one element of an array, or treat a claim as
 * array and as object: such claims must not be processed. OID4VCI-1FINALA-B.3
 */
function contradict(claims: readonly ClaimDescription[]): boolean {
  const root: Place = { isDescribed: false, inside: new Map() }
  for (const { path } of claims) {
    let place = root
    for (const step of path) {
      const [other = step] = place.inside.keys()
      if (kindOf(other) !== kindOf(step)) return true
      const next = place.inside.get(step) ?? { isDescribed: false, inside: new Map<Step, Place>() }
      place.inside.set(step, next)
      place = next
    }
    if (place.isDescribed) return true
    place.isDescribed = true
  }
  return false
}

const kindOf = (step: Step): 'all' | 'string' | 'number' =>
  step === null ? 'all' : typeof step === 'string' ? 'string' : 'number'
