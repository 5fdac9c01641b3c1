import type { ConformanceEntry } from '@/lib/core/engine/evidence/session-view'
import { isAfterEnd } from '@/lib/core/engine/evidence/summarise'
import { failureSentenceOf } from '@/lib/core/wings'
import { FindingRow } from './finding-row'

/** One finding on one or two lines: verdict, title, and what to do. */
export function FindingLine({ finding, href }: { readonly finding: ConformanceEntry; readonly href: string }) {
  const { status, title, hint } = finding
  return (
    <FindingRow
      status={status}
      words={status === 'fail' || status === 'warn' ? failureSentenceOf(finding) : title}
      hint={hint}
      late={isAfterEnd(finding)}
      href={href}
    />
  )
}
