import type { ClaimsPath, DcqlQuery } from '../../dcql/dcql-query'
import { readDcqlQuery } from '../../dcql/read-dcql-query'
import { pidAttributes, pidNamespace } from '../../pid/attributes'
import { isObject, isSameJson, type Json, type JsonObject } from '../../values/json'

/** A claim registered for a verifier, as in a registration certificate. E475-5.2.4 */
interface RegisteredClaim {
  readonly path: ClaimsPath
  /** Absent if any value may be requested. */
  readonly values?: readonly (string | number | boolean)[]
}

/** A credential registered for a verifier. E475-5.2.4 (table 9) */
export interface RegisteredCredential {
  readonly format: string
  readonly meta: JsonObject
  /** Absent if all claims may be requested. The name is singular in the specification. */
  readonly claim?: readonly RegisteredClaim[]
}

/** Type of the PID as an SD-JWT VC. EU PID Rulebook 1.7, section 4.1 */
const pidType = 'urn:eudi:pid:1'

/**
 * The content of a query in registration certificate form: all claims of each credential, whichever claim set a wallet
 * chooses. A query without claims stands for all attributes of our PID, or all claims of another type.
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

/** Most entries of a foreign certificate to read, and claims of each. */
const credentialsMax = 100

const claimsMax = 500

/** Reads the `credentials` claim of a certificate, as far as it can be understood; `null` if absent. Never throws. */
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
 * What a request asks for beyond its registration: whole credentials of unregistered types, unregistered claims of
 * registered ones. Empty if everything is registered.
 * @see ARF3-RPRC_21
 */
export const overAsked = (
  asked: readonly RegisteredCredential[],
  registered: readonly RegisteredCredential[],
): RegisteredCredential[] => asked.flatMap((credential) => excessOf(credential, registered))

/** Several entries may register one type; their claims add up. */
function excessOf(asked: RegisteredCredential, registered: readonly RegisteredCredential[]): RegisteredCredential[] {
  const fitting = registered.filter(({ format, meta }) => format === asked.format && coversType(meta, asked.meta))
  if (fitting.length === 0) return [asked]
  if (fitting.some(({ claim }) => claim === undefined)) return []
  if (asked.claim === undefined) return [asked]
  const known = fitting.flatMap(({ claim }) => claim ?? [])
  const excess = asked.claim.filter((claim) => !known.some((one) => coversClaim(one, claim)))
  return excess.length === 0 ? [] : [{ ...asked, claim: excess }]
}

/** True if every requested type is registered; an entry without types covers only its like. */
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

/** A registered claim covers everything inside it, and `null` covers every element. OID4VP-1FINAL-7 */
const coversPath = (registered: ClaimsPath, asked: ClaimsPath): boolean =>
  registered.length <= asked.length &&
  registered.every((step, index) => {
    const other = asked[index]
    return step === other || (step === null && typeof other === 'number')
  })
