import { isObject, type Json, type JsonObject } from '../values/json'

/** One step of a path to a claim: a member, an element by its number, or `null` for every element. OID4VCI-1FINALA-C */
export type PathStep = string | number | null

/** Hash functions that digests of claims are made with, as SD-JWT names them. RFC9901-4.1.1, ISO18013-5-9.1.2.5 */
export const digestAlgorithms = ['sha-256', 'sha-384', 'sha-512'] as const
type DigestAlgorithm = (typeof digestAlgorithms)[number]

/** A credential whose content a tester made up: what it says, and how. One without it is the test PID. */
export interface OwnCredential {
  /** The claims; of an mdoc the elements, where `{"$date"}` is a full-date and `{"$bytes"}` a byte string. */
  readonly claims: JsonObject
  /** Namespace of the elements of an mdoc. */
  readonly namespace: string | null
  /** Whether it is bound to a key of the wallet. OID4VCI-1FINAL-12.2.4 */
  readonly bound: boolean
  /** Which claims can be disclosed one by one; the others are in the clear. RFC9901-4.2 */
  readonly disclosure: 'all' | 'none' | readonly (readonly PathStep[])[]
  readonly digestAlgorithm: DigestAlgorithm
  /** How a wallet may show it; empty for its name. OID4VCI-1FINAL-12.2.4 */
  readonly display: readonly JsonObject[]
}

/** True for the claim at a path, where `null` of a pattern stands for every element of an array. */
export const isAtPath = (pattern: readonly PathStep[], path: readonly (string | number)[]): boolean =>
  pattern.length === path.length &&
  pattern.every((step, index) => (step === null ? typeof path[index] === 'number' : step === path[index]))

/** A claim as metadata describes it: `null` in its path stands for every element of an array. */
export interface ClaimPlace {
  readonly path: readonly (string | null)[]
  /** The member that it is, or that its array is. */
  readonly name: string
  /** False for a member that some elements of an array have and others have not. */
  readonly everywhere: boolean
  /** Where it is in the claims: once for each element that has it. */
  readonly at: readonly (readonly (string | number)[])[]
}

/** All places of claims, each before those inside it. OID4VCI-1FINALA-C, SDJWTVC-9.1 */
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

/** The name of a claim as people read it: `birth_date` becomes `Birth date`. */
export function claimWords(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim()
  return words === '' ? name : `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
