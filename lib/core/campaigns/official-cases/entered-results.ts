import type { Reporter } from '../../shared/ports/reporter'
import type { EnteredResult, EvidenceReference } from '../../shared/ports/store-types'
import { toIso } from '../../shared/time/time'

/** An entered result as the API returns it; `null` once withdrawn. */
export const enteredView = ({ result, note, tester, evidence, enteredAt, by }: EnteredResult) =>
  result === 'withdrawn'
    ? null
    : {
        result,
        note,
        entered_at: toIso(enteredAt),
        by: by ?? null,
        ...(tester === undefined ? {} : { tester }),
        ...(evidence === undefined ? {} : { evidence: evidence.map((one) => ({ ...one })) }),
      }

/** Who entered a result, in words; `tester` where that names them. */
export function enteredBy({
  by,
  tester,
}: {
  readonly by: Reporter | null
  readonly tester?: string | undefined
}): string {
  if (by === 'driver') return `entered by a driver${tester === undefined ? '' : ` for ${tester}`}`
  if (tester !== undefined) return `entered by ${tester}`
  return by === 'person' ? 'entered by a person' : 'entered, by whom is not recorded'
}

/** A piece of evidence as one line, which `readEvidence` parses again. */
export const evidenceWords = ({ session_id, exchange_id, sha256, note }: EvidenceReference): string =>
  [session_id && `session ${session_id}`, exchange_id && `exchange ${exchange_id}`, sha256 && `sha256 ${sha256}`, note]
    .filter(Boolean)
    .join(' ')
    .replace(/[\r\n\u2028\u2029]+/g, ' ')

/** Parses the lines of a form, one piece of evidence each: ids after a word for their kind, then a note. */
export const readEvidence = (lines: string): EvidenceReference[] =>
  lines
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(readLine)

function readLine(line: string): EvidenceReference {
  const {
    session,
    exchange,
    sha256,
    note = '',
  } = /^(?:session (?<session>\S+) ?)?(?:exchange (?<exchange>\S+) ?)?(?:sha256 (?<sha256>\S+) ?)?(?<note>.*)$/.exec(
    line,
  )?.groups ?? {}
  return {
    ...(session === undefined ? {} : { session_id: session }),
    ...(exchange === undefined ? {} : { exchange_id: exchange }),
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(note === '' ? {} : { note }),
  }
}
