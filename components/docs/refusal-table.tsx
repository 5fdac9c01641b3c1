import type { ApiReference } from '@/lib/queries/api-reference'
import { MemberList } from './member-list'

/** What errors have in common: the body, and the meaning of each status. */
export function RefusalTable({ reference: { error, refusals } }: { readonly reference: ApiReference }) {
  const [members = []] = error.forms
  return (
    <div className="grid items-start gap-x-8 gap-y-3 wide:grid-cols-2">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {refusals.map(({ status, description, headers, everywhere }) => (
          <div key={status} className="contents">
            <dt className="wire font-medium">
              {status}
              {everywhere && <span className="text-ink-3"> *</span>}
            </dt>
            <dd className="text-ink-2">
              {description}
              {headers.length > 0 && <span className="text-ink-3">; with {headers.join(', ')}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-2 text-sm">
        <p className="text-ink-2">
          * Possible for every operation; the others are listed where they apply. The body is always{' '}
          <code>application/json</code> with these members, and possibly more:
        </p>
        <MemberList members={members} />
      </div>
    </div>
  )
}
