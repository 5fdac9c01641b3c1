import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { isObject, isSameJson } from '@/lib/core/shared/values/json'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'

type Trust = NonNullable<PresentationSessionView['trust']>
type Credential = Trust['registered'][number]

/** Whether a claim is requested, registered, or requested without being registered. */
export type RegisteredStanding = 'asked' | 'over_asked' | 'not_asked'

/** One claim of a credential type. */
interface RegisteredRow {
  /** Path joined by dots; `null` for all claims. */
  readonly claim: string | null
  readonly standing: RegisteredStanding
}

/** A credential type with its registered and its requested claims. */
export interface RegisteredType {
  readonly format: string
  readonly type: string
  readonly rows: readonly RegisteredRow[]
}

/** Names the credential type of an entry: its first type, or the `meta` member as it is. */
function typeOf(meta: Readonly<Record<string, unknown>>): string {
  const { vct_values: types, doctype_value: type } = meta
  if (typeof type === 'string') return type
  return Array.isArray(types) && types.length > 0 ? types.join(', ') : JSON.stringify(meta)
}

const pathWords = (path: readonly unknown[]): string =>
  path.map((step) => (step === null ? '*' : String(step))).join('.')

const claimsOf = ({ claim }: Credential): readonly (string | null)[] =>
  claim === undefined ? [null] : claim.map(({ path }) => pathWords(path))

/** Compares registered with requested claims, per credential type. Registering a claim covers everything inside it. */
export function registeredTypes({
  registered,
  asked,
  over_asked: excess,
}: Pick<Trust, 'registered' | 'asked' | 'over_asked'>): readonly RegisteredType[] {
  const types: { format: string; meta: Credential['meta']; rows: Map<string | null, RegisteredStanding> }[] = []
  const rowsOf = ({ format, meta }: Credential) => {
    const known = types.find((one) => one.format === format && isSameJson(one.meta, meta))
    if (known !== undefined) return known.rows
    const rows = new Map<string | null, RegisteredStanding>()
    types.push({ format, meta, rows })
    return rows
  }
  for (const credential of asked) for (const claim of claimsOf(credential)) rowsOf(credential).set(claim, 'asked')
  for (const credential of excess ?? [])
    for (const claim of claimsOf(credential)) rowsOf(credential).set(claim, 'over_asked')
  for (const credential of registered)
    for (const claim of claimsOf(credential)) {
      const rows = rowsOf(credential)
      if (!rows.has(claim)) rows.set(claim, 'not_asked')
    }
  return types.map(({ format, meta, rows }) => ({
    format,
    type: typeOf(meta),
    rows: [...rows].map(([claim, standing]) => ({ claim, standing })),
  }))
}

/** A credential type that an issuer offers or has registered. */
export interface ProvidedType {
  readonly format: string
  readonly type: string
  readonly standing: 'registered' | 'over_provided' | 'offered' | 'not_offered'
}

/** Types that an issuer offers, followed by those only in its registration certificate. */
export function providedTypes({
  provided,
  over_provided: excess,
  registration_certificate: { claims },
}: Pick<
  NonNullable<IssuanceSessionView['trust']>,
  'provided' | 'over_provided' | 'registration_certificate'
>): readonly ProvidedType[] {
  const offered = provided.map((one): ProvidedType => {
    const isExcess = excess?.some((other) => isSameJson({ ...other }, { ...one })) === true
    return {
      format: one.format,
      type: typeOf(one.meta),
      standing: excess === null ? 'offered' : isExcess ? 'over_provided' : 'registered',
    }
  })
  const { provides_attestations: registered = [] } = claims ?? {}
  const named = Array.isArray(registered) ? (registered as readonly unknown[]).filter(isObject) : []
  const others = named.map(({ format, meta }): ProvidedType => {
    const type = isObject(meta) ? typeOf(meta) : ''
    return { format: String(format), type, standing: 'not_offered' }
  })
  const isKnown = ({ format, type }: ProvidedType): boolean =>
    offered.some((one) => one.format === format && one.type.split(', ').includes(type))
  return [...offered, ...others.filter((one) => !isKnown(one))]
}
