import Link from 'next/link'
import { failureSentence } from '@/lib/core/evidence/failure-sentence'
import type { ConformanceEntry } from '@/lib/core/evidence/session-view'
import { isAfterEnd } from '@/lib/core/evidence/summarise'
import { Verdict } from '../ui/verdict'

/** One finding on one or two lines: verdict, title, and what to do. */
export function FindingLine({ finding, href }: { readonly finding: ConformanceEntry; readonly href: string }) {
  return (
    <li className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 text-sm max-md:grid-cols-1">
      <Verdict status={finding.status} />
      <div>
        <Link href={href} scroll={false} prefetch={false} className="[overflow-wrap:anywhere] hover:underline">
          {finding.status === 'fail' || finding.status === 'warn' ? failureSentence(finding) : finding.title}
        </Link>
        {isAfterEnd(finding) && <p className="text-ink-3">After the session ended, not counted.</p>}
        {finding.hint && <p className="text-ink-2">{finding.hint}</p>}
      </div>
    </li>
  )
}
