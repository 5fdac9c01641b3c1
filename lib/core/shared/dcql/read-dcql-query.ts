import { isObject, type Json, type JsonObject } from '../values/json'
import type {
  ClaimsQuery,
  CredentialQuery,
  CredentialSetQuery,
  DcqlQuery,
  TrustedAuthoritiesQuery,
  WantedType,
} from './dcql-query'
import { dcqlLimits, isComponent, isElementPath, isFilledArray, isFilledString, isId, member } from './path'

/**
 * Reads as much of a DCQL query as can be understood, within the limits of validation. The rest is left out, and
 * `whole` is false. Never throws. OID4VP-1FINAL-6
 */
export function readDcqlQuery(query: Json): DcqlQuery {
  const source = isObject(query) ? query : {}
  const entries = arrayOf(member(source, 'credentials')).slice(0, dcqlLimits.credentials)
  const read = entries.flatMap((entry) => readCredentialQuery(entry) ?? [])
  const credentials = read.filter((one, index) => read.findIndex(({ id }) => id === one.id) === index)
  const setsSource = member(source, 'credential_sets')
  const ids = new Set(credentials.map(({ id }) => id))
  const sets = arrayOf(setsSource).map((set, index) => readSet(set, { index, ids }))
  const usableSets = sets.flatMap(({ set }) => set ?? [])
  return {
    credentials,
    credentialSets: usableSets.length > 0 ? usableSets : null,
    whole:
      entries.length > 0 &&
      credentials.length === entries.length &&
      (setsSource === undefined || (sets.length > 0 && sets.every(({ whole }) => whole))),
  }
}

function readCredentialQuery(source: unknown): CredentialQuery | null {
  if (!isObject(source)) return null
  const id = member(source, 'id')
  const format = member(source, 'format')
  if (!isId(id) || !isFilledString(format)) return null
  const meta = member(source, 'meta')
  const type = readType(format, meta)
  const claimsSource = member(source, 'claims')
  const claims = claimsSource === undefined ? null : readClaims(claimsSource, format)
  const setsSource = member(source, 'claim_sets')
  const claimSets = setsSource === undefined ? null : readClaimSets(setsSource, claims ?? [])
  const authoritiesSource = member(source, 'trusted_authorities')
  const trustedAuthorities = arrayOf(authoritiesSource).flatMap((one) => readAuthority(one) ?? [])
  return {
    id,
    format,
    multiple: member(source, 'multiple') === true,
    holderBinding: member(source, 'require_cryptographic_holder_binding') !== false,
    type,
    trustedAuthorities,
    claims: claims !== null && claims.length > 0 ? claims : null,
    claimSets: claimSets !== null && claimSets.length > 0 ? claimSets : null,
    meta: isObject(meta) ? (meta as JsonObject) : {},
    whole:
      (type.kind !== 'any' || !knownFormats.includes(format)) &&
      sameLength(claimsSource, claims) &&
      sameLength(setsSource, claimSets) &&
      sameLength(authoritiesSource, trustedAuthorities),
  }
}

const knownFormats = ['dc+sd-jwt', 'mso_mdoc']

/** True if no element of the array was left out and the array is not empty. */
const sameLength = (source: unknown, read: readonly unknown[] | null): boolean =>
  source === undefined || (isFilledArray(source) && source.length === read?.length)

function readType(format: string, meta: unknown): WantedType {
  if (format === 'dc+sd-jwt' && isObject(meta)) {
    const values = arrayOf(member(meta, 'vct_values')).filter(isFilledString)
    if (values.length > 0) return { kind: 'vct', values }
  }
  if (format === 'mso_mdoc' && isObject(meta)) {
    const value = member(meta, 'doctype_value')
    if (isFilledString(value)) return { kind: 'doctype', values: [value] }
  }
  return { kind: 'any' }
}

const readClaims = (source: unknown, format: string): ClaimsQuery[] =>
  arrayOf(source)
    .slice(0, dcqlLimits.claims)
    .flatMap((claim, index) => {
      if (!isObject(claim)) return []
      const path = member(claim, 'path')
      if (!isFilledArray(path) || path.length > dcqlLimits.pathComponents || !path.every(isComponent)) return []
      if (typeof path[0] !== 'string' || (format === 'mso_mdoc' && !isElementPath(path))) return []
      const id = member(claim, 'id')
      const values = arrayOf(member(claim, 'values')).filter(isComparable)
      const intent = member(claim, 'intent_to_retain')
      return [
        {
          index,
          id: typeof id === 'string' ? id : null,
          path,
          values: values.length > 0 ? values : null,
          intentToRetain: typeof intent === 'boolean' ? intent : null,
        },
      ]
    })

const isComparable = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isInteger(value)

/** Options as indexes into `claims`; an option with an unknown id is left out. */
function readClaimSets(source: unknown, claims: readonly ClaimsQuery[]): (readonly number[])[] {
  const placeOf = new Map<unknown, number>()
  for (const [place, { id }] of claims.entries()) if (id !== null && !placeOf.has(id)) placeOf.set(id, place)
  return arrayOf(source).flatMap((option) => {
    if (!isFilledArray(option)) return []
    const places = option.map((id) => placeOf.get(id) ?? -1)
    return places.includes(-1) ? [] : [[...new Set(places)]]
  })
}

function readAuthority(source: unknown): TrustedAuthoritiesQuery | null {
  if (!isObject(source)) return null
  const type = member(source, 'type')
  const values = arrayOf(member(source, 'values')).filter((value) => typeof value === 'string')
  return isFilledString(type) && values.length > 0 ? { type, values } : null
}

/** A set without the options that name a credential missing from the query; `null` if none is left. */
function readSet(
  source: unknown,
  { index, ids }: { readonly index: number; readonly ids: ReadonlySet<unknown> },
): { readonly set: CredentialSetQuery | null; readonly whole: boolean } {
  if (!isObject(source)) return { set: null, whole: false }
  const isKnown = (id: unknown): id is string => ids.has(id)
  const options = arrayOf(member(source, 'options'))
  const usable = options.flatMap((option) =>
    isFilledArray(option) && option.every(isKnown) ? [[...new Set(option)]] : [],
  )
  if (usable.length === 0) return { set: null, whole: false }
  return {
    set: { index, required: member(source, 'required') !== false, options: usable },
    whole: usable.length === options.length,
  }
}

const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
