/** Names that are kept with their result, and characters of one: protocols have fewer, and theirs are short. */
const namesMax = 1000
const charactersMax = 64

/** The same function of a name, which does not work again on names that it had a moment ago: an exchange repeats its own. */
export function remembered<Result extends string | boolean>(work: (name: string) => Result): (name: string) => Result {
  const results = new Map<string, Result>()
  return (name) => {
    const known = results.get(name)
    if (known !== undefined) return known
    const result = work(name)
    if (name.length > charactersMax) return result
    // A peer that invents names makes everything work again, and never more than that.
    if (results.size >= namesMax) results.clear()
    results.set(name, result)
    return result
  }
}
