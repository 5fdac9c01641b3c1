import { isObject } from '../json'

/**
 * Whether a value contains everything that is needed: each member of an object, and for each array element a different
 * one. Anything else in the value is ignored.
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
