import type { ClaimsPath, DcqlQuery } from '../../dcql/dcql-query'
import { readDcqlQuery } from '../../dcql/read-dcql-query'
import { pidNamespace } from '../../formats/mso-mdoc/pid-namespace'
import { pidAttributes } from '../../pid/attributes'
import { isObject, type Json, type JsonObject } from '../../values/json'

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
