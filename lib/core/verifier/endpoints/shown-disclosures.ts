import type { ReadToken } from '../../engine/redaction/tokens/read-token'
import { minimisationOf, type QueryMatch } from '../../ground/dcql/dcql-reading'
import type { DisclosureReading } from '../../ground/formats/sd-jwt-vc/read-presentation/disclosure-reading'

/** With fewer salt bits, a digest would reveal the value to anyone who tries all candidates. RFC9901-9.3 */
const saltBitsMin = 128

/**
 * The Disclosures of a presentation for the decoded view, by their text, each with its digest and whether the query
 * asked for it. Those with an error are left out. An unreferenced one counts as not requested.
 */
export function shownDisclosures(
  disclosures: readonly DisclosureReading[],
  match: QueryMatch | null,
): NonNullable<ReadToken['disclosures']> {
  const minimisation = minimisationOf(match)
  const wanted = new Set(
    minimisation?.disclosed.flatMap(({ position, role }) => (role === 'unrequested' ? [] : [JSON.stringify(position)])),
  )
  return new Map(
    disclosures.flatMap(({ text, errors, kind, saltText, salt, name, value, digest, position }) => {
      if (errors.length > 0 || kind === null) return []
      const isSafe = salt !== null && salt.bitsAtMost >= saltBitsMin
      const requested = minimisation === null ? null : position !== null && wanted.has(JSON.stringify(position))
      return [
        [
          text,
          { salt: saltText, name, value, digest: isSafe ? digest : null, isSigned: position !== null, requested },
        ] as const,
      ]
    }),
  )
}
