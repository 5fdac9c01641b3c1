import { isObject } from '../json'

/**
 * Whether a value holds everything that is needed: each member of an object, and for each element of an array an element of
 * its own. What is there beside it does not matter.
 */
export function covers(there: unknown, needed: unknown): boolean {
  if (Array.isArray(needed)) {
    if (!Array.isArray(there)) return false
    const left: unknown[] = [...there]
    return needed.every((element) => {
      const at = left.findIndex((one) => covers(one, element))
      if (at !== -1) left.splice(at, 1)
      return at !== -1
    })
  }
  if (!isObject(needed)) return there === needed
  return isObject(there) && Object.entries(needed).every(([name, value]) => covers(there[name], value))
}
