import type { ClaimsPath, DcqlQuery } from '../../dcql/dcql-query'
import { readDcqlQuery } from '../../dcql/read-dcql-query'
import { pidAttributes, pidNamespace } from '../../pid/attributes'
import { isObject, isSameJson, type Json, type JsonObject } from '../../values/json'

/** A claim that a verifier is registered for, as a registration certificate writes it. E475-5.2.4 */
export interface RegisteredClaim {
  readonly path: ClaimsPath
  /** Absent where any value may be asked for. */
  readonly values?: readonly (string | number | boolean)[]
}

/** A credential that a verifier is registered for. E475-5.2.4 (table 9) */
export interface RegisteredCredential {
  readonly format: string
  readonly meta: JsonObject
  /** Absent where all claims may be asked for. The name is singular. */
  readonly claim?: readonly RegisteredClaim[]
}

/** Type of the PID as an SD-JWT VC. EU PID Rulebook 1.7, section 4.1 */
const pidType = 'urn:eudi:pid:1'

/**
 * What a query asks for, in the words of a registration certificate: all claims of each credential, whatever set of them
 * a wallet may choose. A query without claims stands for all attributes of our PID, or for all claims of another type.
 * @see E475-5.2.4, CIR848-AnnexV
 */
export const registeredCredentials = (query: Json): RegisteredCredential[] =>
  readDcqlQuery(query).credentials.map(registeredCredential)

function registeredCredential({ format, meta, type, claims }: DcqlQuery['credentials'][number]): RegisteredCredential {
  if (claims !== null)
    return {
      format,
      meta,
      claim: claims.map(({ path, values }) => (values === null ? { path } : { path, values })),
    }
  const [only, ...others] = type.kind === 'any' ? [] : type.values
  if (others.length > 0) return { format, meta }
  if (type.kind === 'vct' && only === pidType) return { format, meta, claim: pidClaims }
  if (type.kind === 'doctype' && only === pidNamespace) return { format, meta, claim: pidElements }
  return { format, meta }
}

const pidClaims: readonly RegisteredClaim[] = pidAttributes.map(({ sdJwtPath }) => ({ path: sdJwtPath }))

const pidElements: readonly RegisteredClaim[] = pidAttributes.flatMap(({ mdoc }) =>
  mdoc === null ? [] : [{ path: [pidNamespace, mdoc.element] }],
)

/** Most entries of a foreign certificate that are looked at, each with as many claims. */
const credentialsMax = 100

const claimsMax = 500

/**
 * The same of the claim `credentials` that a certificate has, as far as it can be understood; `null` for a certificate
 * without it. Never throws.
 */
export function readRegisteredCredentials(credentials: unknown): RegisteredCredential[] | null {
  if (!Array.isArray(credentials)) return null
  return credentials.slice(0, credentialsMax).flatMap((entry: unknown) => {
    if (!isObject(entry) || typeof entry.format !== 'string') return []
    const meta = isObject(entry.meta) ? (entry.meta as JsonObject) : {}
    const { format, claim } = entry
    return [Array.isArray(claim) ? { format, meta, claim: readClaims(claim) } : { format, meta }]
  })
}

const readClaims = (claims: readonly unknown[]): RegisteredClaim[] =>
  claims.slice(0, claimsMax).flatMap((claim) => {
    if (!isObject(claim) || !Array.isArray(claim.path) || !claim.path.every(isStep)) return []
    const values = Array.isArray(claim.values) ? claim.values.filter(isComparable) : null
    return [values === null ? { path: claim.path } : { path: claim.path, values }]
  })

const isStep = (step: unknown): step is string | number | null =>
  step === null || typeof step === 'string' || typeof step === 'number'

const isComparable = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

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
