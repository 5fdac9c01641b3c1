import { isSameJson } from '@/lib/core/ground/values/json'
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
export function typeOf(meta: Readonly<Record<string, unknown>>): string {
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
