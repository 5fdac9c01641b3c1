import texts from './case-texts.json'

const hashes: Readonly<Record<string, string>> = texts

/**
 * The SHA-256 of the text of a case that was judged, in hex, without line ends, trailing spaces and empty lines:
 * `scripts/compare-cases.mjs` makes it of a checkout. Throws for a case that the table does not have.
 */
export function caseTextSha256(id: string): string {
  const hash = hashes[id]
  if (hash === undefined) throw new Error(`No text of ${id} was judged.`)
  return hash
}
