import { removed } from './scrub-text'

/** From this length on, a match is not a coincidence. */
const wordCharactersMax = 8

/**
 * Takes values of persons out of text, as a finding might repeat one: short ones only where they are by themselves, for
 * `Anna` is not a part of `Annapolis`.
 */
export function withoutConcealed(text: string, concealed: ReadonlySet<string>): string {
  let result = text
  for (const value of concealed) {
    const mark = removed('redacted', value.length)
    let next = 0
    for (let at = result.indexOf(value); at >= 0; at = result.indexOf(value, next)) {
      const [before, after] = [result.slice(0, at), result.slice(at + value.length)]
      const isWhole = !/[\p{L}\p{N}]$/u.test(before.slice(-2)) && !/^[\p{L}\p{N}]/u.test(after)
      const goes = isWhole || value.length >= wordCharactersMax
      if (goes) result = before + mark + after
      next = at + (goes ? mark.length : 1)
    }
  }
  return result
}
