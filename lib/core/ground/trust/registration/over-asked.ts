import type { ClaimsPath } from '../../dcql/dcql-query'
import { isSameJson, type JsonObject } from '../../values/json'
import type { RegisteredClaim, RegisteredCredential } from './registered-credential'

/**
 * What is asked for without being registered, in the same words: a credential of another type whole, of a registered one
 * the claims that are not. Empty if everything is registered.
 * @see ARF3-RPRC_21
 */
export const overAsked = (
  asked: readonly RegisteredCredential[],
  registered: readonly RegisteredCredential[],
): RegisteredCredential[] => asked.flatMap((credential) => excessOf(credential, registered))

/** Several entries may register one type: what any of them has is registered. */
function excessOf(asked: RegisteredCredential, registered: readonly RegisteredCredential[]): RegisteredCredential[] {
  const fitting = registered.filter(({ format, meta }) => format === asked.format && coversType(meta, asked.meta))
  if (fitting.length === 0) return [asked]
  if (fitting.some(({ claim }) => claim === undefined)) return []
  if (asked.claim === undefined) return [asked]
  const known = fitting.flatMap(({ claim }) => claim ?? [])
  const excess = asked.claim.filter((claim) => !known.some((one) => coversClaim(one, claim)))
  return excess.length === 0 ? [] : [{ ...asked, claim: excess }]
}

/** Each type that is asked for is one of those that are registered; what names no type covers only its like. */
function coversType(registered: JsonObject, asked: JsonObject): boolean {
  const [ours, theirs] = [typesOf(registered), typesOf(asked)]
  return ours === null || theirs === null ? isSameJson(registered, asked) : theirs.every((type) => ours.includes(type))
}

function typesOf({ vct_values: types, doctype_value: type }: JsonObject): readonly unknown[] | null {
  if (Array.isArray(types) && types.length > 0) return types
  return type === undefined ? null : [type]
}

const coversClaim = (registered: RegisteredClaim, asked: RegisteredClaim): boolean =>
  coversPath(registered.path, asked.path) &&
  (registered.values === undefined || asked.values?.every((value) => registered.values?.includes(value)) === true)

/** A claim is registered with all that is inside it, and every element with `null`. OID4VP-1FINAL-7 */
const coversPath = (registered: ClaimsPath, asked: ClaimsPath): boolean =>
  registered.length <= asked.length &&
  registered.every((step, index) => {
    const other = asked[index]
    return step === other || (step === null && typeof other === 'number')
  })
