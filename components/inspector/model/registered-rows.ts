import { isObject, isSameJson } from '@/lib/core/ground/values/json'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'

type Trust = NonNullable<PresentationSessionView['trust']>
type Credential = Trust['registered'][number]

/** How a claim stands that is registered, asked for, or both. */
export type RegisteredStanding = 'asked' | 'over_asked' | 'not_asked'

/** A claim of a type of credential. */
interface RegisteredRow {
  /** The path with dots between its steps; `null` for all claims. */
  readonly claim: string | null
  readonly standing: RegisteredStanding
}

/** A type of credential with what is registered of it and what is asked for. */
export interface RegisteredType {
  readonly format: string
  readonly type: string
  readonly rows: readonly RegisteredRow[]
}

/** What a credential of an entry is, in one word: its first type, or its meta member as it stands. */
function typeOf(meta: Readonly<Record<string, unknown>>): string {
  const { vct_values: types, doctype_value: type } = meta
  if (typeof type === 'string') return type
  return Array.isArray(types) && types.length > 0 ? types.join(', ') : JSON.stringify(meta)
}

const pathWords = (path: readonly unknown[]): string =>
  path.map((step) => (step === null ? '*' : String(step))).join('.')

const claimsOf = ({ claim }: Credential): readonly (string | null)[] =>
  claim === undefined ? [null] : claim.map(({ path }) => pathWords(path))

/**
 * What is registered beside what is asked for, type by type. A claim that is covered by a registered one, as with all that is
 * inside it, counts as asked.
 */
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

/** A type of credential that an issuer offers or has registered, and how it stands. */
export interface ProvidedType {
  readonly format: string
  readonly type: string
  readonly standing: 'registered' | 'over_provided' | 'offered' | 'not_offered'
}

/** The types that an issuer offers, with those that only its certificate names behind them. */
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
