import Link from 'next/link'
import { paths } from '@/lib/paths'
import type { CatalogueCheck } from '@/lib/queries/checks'
import { ClauseLink } from '../ui/clause-link'
import { LevelWord } from '../ui/level'

/** One row of the catalogue; the title links to the page of the check. */
export function CatalogueRow({ check }: { readonly check: CatalogueCheck }) {
  const [clause] = check.clauses
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 border-t border-line px-4 py-2 text-sm wide:grid-cols-[minmax(0,1fr)_62px_206px_150px]">
      <div className="max-wide:col-span-2">
        <Link href={paths.check(check.id)} prefetch={false} className="target font-medium hover:underline">
          {check.title}
        </Link>
        <p className="wire text-xs text-ink-3">{check.id}</p>
      </div>
      <LevelWord level={check.level} className="max-wide:order-last" />
      <span>{clause && <ClauseLink clause={clause} />}</span>
      <span className="text-ink-2 max-wide:hidden">
        {check.rejects === null ? (
          'Log only'
        ) : (
          <>
            {check.rejectsOnlyUnder === 'haip' ? 'Rejects under HAIP' : 'Rejects'}: {check.rejects}
          </>
        )}
      </span>
    </li>
  )
}
