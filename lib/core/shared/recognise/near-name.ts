import { oldNames } from './old-names'

/** Names to look among, without their values: none of them is looked up. */
export const namesAlone = (names: readonly string[]): Readonly<Record<string, null>> =>
  Object.fromEntries(names.map((name) => [name, null]))

/** Most names that one missing name is compared with, and the longest of them. */
const namesMax = 64
const charactersMax = 64

/** A present parameter or member that nothing else is made of. */
export interface PresentName {
  readonly name: string
  /** Its value is one of the kind that is due, as `whatIs` found. */
  readonly fits?: boolean
}

/** The name that stands there in place of the one that is due. */
export interface NearName {
  readonly name: string
  /** Why it is meant, strongest first. */
  readonly by: 'value' | 'old_name' | 'spelling' | 'typo'
  /** The draft or sibling specification that has this name; `null` unless it is an old one. */
  readonly draft: string | null
}

/**
 * Finds the name that was meant by one that is missing, among the names that are present and known to nobody.
 * `exact` for names that others chose, as query ids and extensions: only their spelling counts.
 */
export function nearName(
  due: string,
  present: readonly PresentName[],
  { exact = false }: { readonly exact?: boolean } = {},
): NearName | null {
  const others = present
    .slice(0, namesMax)
    .filter(({ name }) => name !== due && name.length > 0 && name.length <= charactersMax)
  if (!exact) {
    const fitting = others.filter(({ fits }) => fits === true)
    if (fitting[0] !== undefined && fitting.length === 1) {
      const { name } = fitting[0]
      const draft = oldNames.find((old) => old.name === name && old.now === due)?.draft ?? null
      return { name, by: 'value', draft }
    }
    const old = oldNames.find(({ name, now }) => now === due && others.some((other) => other.name === name))
    if (old !== undefined) return { name: old.name, by: 'old_name', draft: old.draft }
  }
  const spelled = others.filter(({ name }) => plain(name) === plain(due))
  if (spelled[0] !== undefined && spelled.length === 1) return { name: spelled[0].name, by: 'spelling', draft: null }
  if (exact || spelled.length > 1) return null
  const most = due.length <= 5 ? 1 : 2
  const typed = others.filter(({ name }) => distance(plain(name), plain(due), most) <= most)
  return typed[0] !== undefined && typed.length === 1 ? { name: typed[0].name, by: 'typo', draft: null } : null
}

const plain = (name: string): string => name.toLowerCase().replace(/[-_\s]/g, '')

/** Damerau-Levenshtein distance (optimal string alignment) of two short texts; more than `most` as soon as it is. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    if (Math.min(...next) > most) return most + 1
    before = last
    last = next
  }
  return last[other.length] ?? most + 1
}
