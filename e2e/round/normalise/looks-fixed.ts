/** Shorter words are never random here, except ids that {@link looksFixed} does not see. */
const randomCharactersMin = 15

/**
 * Whether a word is the same in every run: short, in the sources, or in one case like `key_attestation`. Random text of
 * 15 characters or more contains digits and both cases in all but one of a million cases.
 */
export function looksFixed(word: string, vocabulary: ReadonlySet<string>): boolean {
  if (word.length < randomCharactersMin || vocabulary.has(word)) return true
  if (/^[a-z_-]+$/.test(word) || /^[A-Z_-]+$/.test(word)) return true
  // Random text has separators too, but then some part is not a word.
  return word.split(/[-_]+/).every((part) => /^(?:[A-Z]?[a-z]+|\d{0,4})$/.test(part) || vocabulary.has(part))
}
