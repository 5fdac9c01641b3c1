import Link from 'next/link'
import { paths } from '@/lib/paths'
import type { CatalogueReason } from '@/lib/queries/checks'
import { ClauseLink } from '../ui/clause-link'
import { CopyButton } from '../ui/copy-button'

/** The ways to break a rule, each at the fragment that its name ends with. */
export function CheckReasons({ reasons }: { readonly reasons: readonly CatalogueReason[] }) {
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {reasons.map((reason) => (
        <CheckReason key={reason.name} reason={reason} />
      ))}
    </ol>
  )
}

function CheckReason({ reason }: { readonly reason: CatalogueReason }) {
  const { name, key, says, fix, heading, isHouseRule, clause, draft, explains } = reason
  return (
    <li
      id={key}
      className="-mx-2 grid grid-cols-[minmax(0,1fr)] gap-1 rounded-md px-2 py-2 scroll-mt-[calc(var(--bar)+8px)] target:bg-selected"
    >
      <p className="font-[550] [overflow-wrap:anywhere]">{says}</p>
      <p className="[overflow-wrap:anywhere]">
        <b className="font-[550] text-ink-2">{heading}:</b> {fix}
      </p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-0.5 text-sm text-ink-2">
        <span className="inline-flex min-w-0 items-center gap-1">
          <Link className="link target wire text-xs [overflow-wrap:anywhere]" href={`#${key}`}>
            {name}
          </Link>
          <CopyButton text={name} what={`reason ${key}`} />
        </span>
        {clause !== null && <ClauseLink clause={clause} className="target" />}
        {draft !== null && <span>Draft: {draft}</span>}
      </p>
      {isHouseRule && (
        <p className="text-sm text-ink-2">A rule of this service: no specification has it, and no MUST fails by it.</p>
      )}
      {explains.length > 0 && (
        <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-ink-2">
          <span>Because of this, these fail too:</span>
          {explains.map(({ name: target, id, reason: key }) => (
            <Link
              key={target}
              className="link target wire text-xs [overflow-wrap:anywhere]"
              href={paths.reason({ id, reason: key })}
            >
              {target}
            </Link>
          ))}
        </p>
      )}
    </li>
  )
}
