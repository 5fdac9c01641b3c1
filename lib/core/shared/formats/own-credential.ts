import type { TransactionTypeName } from '../payments/transaction-types'
import { isObject, type Json, type JsonObject } from '../values/json'

/** One step of a claim path: a member, an array index, or `null` for every element. OID4VCI-1FINALA-C */
export type PathStep = string | number | null

/** Hash functions for claim digests, by their SD-JWT names. RFC9901-4.1.1, ISO18013-5-9.1.2.5 */
export const digestAlgorithms = ['sha-256', 'sha-384', 'sha-512'] as const
type DigestAlgorithm = (typeof digestAlgorithms)[number]

/** Credential content defined by a tester; without it a credential is the test PID. */
export interface OwnCredential {
  /** The claims; for mdoc the elements, where `{"$date"}` is a full-date and `{"$bytes"}` a byte string. */
  readonly claims: JsonObject
  /** Namespace of the mdoc elements. */
  readonly namespace: string | null
  /** Bound to a key of the wallet. OID4VCI-1FINAL-12.2.4 */
  readonly bound: boolean
  /** Selectively disclosable claims; the others are in clear. RFC9901-4.2 */
  readonly disclosure: 'all' | 'none' | readonly (readonly PathStep[])[]
  readonly digestAlgorithm: DigestAlgorithm
  /** `display` metadata; empty to use the credential's name. OID4VCI-1FINAL-12.2.4 */
  readonly display: readonly JsonObject[]
  /** `category` of the hosted type metadata. TS12-4.1 */
  readonly category?: string
  /** Transactions that may be confirmed with it, as its hosted type metadata say. TS12-4.1 */
  readonly transactionTypes?: readonly TransactionTypeName[]
  /** The type that it extends, in its hosted type metadata. SDJWTVC19-5.4 */
  readonly extends?: string
  /** Other types that it is of too, as it says itself. SDJWTVC19-2.2.2.2 */
  readonly akaVcts?: readonly string[]
  /** The hash of the hosted type metadata stands in the credential, and in the metadata of a type that extends it. */
  readonly integrity?: boolean
  /** Elements of its namespace that the key of an mdoc may sign. OID4VP-1FINALA-B.2.1, ISO18013-5-9.1.2.4 */
  readonly transactionElements?: readonly string[]
}

/** True if the pattern matches the path; `null` in a pattern matches every array element. */
export const isAtPath = (pattern: readonly PathStep[], path: readonly (string | number)[]): boolean =>
  pattern.length === path.length &&
  pattern.every((step, index) => (step === null ? typeof path[index] === 'number' : step === path[index]))

/** A claim as described in metadata; `null` in its path stands for every array element. */
export interface ClaimPlace {
  readonly path: readonly (string | null)[]
  /** Name of the member, or of the member that holds the array. */
  readonly name: string
  /** False for a member that only some elements of an array have. */
  readonly everywhere: boolean
  /** All its occurrences in the claims. */
  readonly at: readonly (readonly (string | number)[])[]
}

/** All claim places, each parent before its children. OID4VCI-1FINALA-C, SDJWTVC-9.1 */
export function claimPlaces(claims: JsonObject): ClaimPlace[] {
  type Found = Readonly<{ value: Json; at: readonly (string | number)[] }>
  const below = (found: readonly Found[], { path, name, everywhere }: Omit<ClaimPlace, 'at'>): ClaimPlace[] => {
    const place = (step: string | null, inner: readonly Found[], of: Omit<ClaimPlace, 'at' | 'path'>): ClaimPlace[] => {
      const here = { ...of, path: [...path, step] }
      return [{ ...here, at: inner.map(({ at }) => at) }, ...below(inner, here)]
    }
    const elements = found.flatMap(({ value, at }) =>
      Array.isArray(value) ? value.map((one, index): Found => ({ value: one, at: [...at, index] })) : [],
    )
    const members = new Map<string, Found[]>()
    for (const { value, at } of found)
      if (isObject(value))
        for (const [member, one] of Object.entries(value as JsonObject))
          members.set(member, [...(members.get(member) ?? []), { value: one, at: [...at, member] }])
    return [
      ...(elements.length === 0 ? [] : place(null, elements, { name, everywhere })),
      ...[...members].flatMap(([member, inner]) =>
        place(member, inner, { name: member, everywhere: everywhere && inner.length === found.length }),
      ),
    ]
  }
  return below([{ value: claims, at: [] }], { path: [], name: '', everywhere: true })
}

/** A claim name for people: `birth_date` becomes `Birth date`. */
export function claimWords(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim()
  return words === '' ? name : `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
