/**
 * How many results to cache, and how long a name may be in characters. Protocols have fewer names, and shorter ones.
 */
const namesMax = 1000
const charactersMax = 64

/** Caches the results of a function of a name, because an exchange repeats its names. */
export function remembered<Result extends string | boolean>(work: (name: string) => Result): (name: string) => Result {
  const results = new Map<string, Result>()
  return (name) => {
    const known = results.get(name)
    if (known !== undefined) return known
    const result = work(name)
    if (name.length > charactersMax) return result
    // A peer that invents names only costs the repeated work, nothing more.
    if (results.size >= namesMax) results.clear()
    results.set(name, result)
    return result
  }
}
