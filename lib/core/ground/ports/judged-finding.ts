import { rendered, type Said, type Wording } from '../values/wording'
import type { Finding } from './finding'

/** A finding before redaction: what a check says of a request, with its own words told from those of the wallet. */
export interface JudgedFinding extends Omit<Finding, 'expected' | 'actual' | 'cause' | 'hint'> {
  readonly expected: Said
  readonly actual: Said
  readonly cause?: Wording
  readonly hint: Wording | null
}

/** The same without any redaction, for evidence that was redacted before it was judged. */
export const shownFinding = ({ cause, ...finding }: JudgedFinding): Finding => ({
  ...finding,
  expected: rendered(finding.expected),
  actual: rendered(finding.actual),
  ...(cause === undefined ? {} : { cause: cause.toString() }),
  hint: finding.hint === null ? null : finding.hint.toString(),
})
