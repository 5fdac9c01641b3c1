import { isObject } from '../../ground/values/json'

/** Values that a session must have. An object stands for one that has at least its members. */
type Needs = Readonly<Record<string, unknown>>

/** What a tester asked for, completed with what a deviation depends on: objects member by member. */
export const withNeeds = (needs: Needs, asked: Needs): Needs =>
  Object.fromEntries(
    Object.keys({ ...needs, ...asked }).map((name) => {
      const [need, value] = [needs[name], asked[name]]
      if (isObject(need) && isObject(value)) return [name, withNeeds(need, value)]
      return [name, Object.hasOwn(asked, name) ? value : need]
    }),
  )

/** The first need that a value does not have, as the path of its member and what must be there; `null` if it has all. */
export function missedNeed(
  needs: Needs,
  value: Needs,
): { readonly path: readonly string[]; readonly need: unknown } | null {
  for (const [name, need] of Object.entries(needs)) {
    const has = value[name]
    const missed = isObject(need)
      ? isObject(has)
        ? missedNeed(need, has)
        : { path: [], need: 'an object' }
      : has === need
        ? null
        : { path: [], need }
    if (missed !== null) return { path: [name, ...missed.path], need: missed.need }
  }
  return null
}
