import Link from 'next/link'
import type { ReactNode } from 'react'
import { checkGroups } from '@/lib/core/checks/check-groups'
import { countStatuses } from '@/lib/core/evidence/summarise'
import { bySeverity, findingStatuses } from '@/lib/core/finding'
import type { HrefOf, InspectorTarget } from '@/lib/paths'
import { CheckStrip } from '../ui/check-strip'
import { Panel } from '../ui/panel'
import { PanelHeading } from '../ui/panel-heading'
import { VerdictCount } from '../ui/verdict-count'
import { CheckFilters } from './check-filters'
import { CheckRow } from './check-row'
import { filterChecks, isFiltered } from './model/filter-checks'
import { groupWords } from './model/group-words'
import type { JudgedCheck } from './model/judged-check'

interface CheckListPanelProps {
  readonly hrefOf: HrefOf
  readonly checks: readonly JudgedCheck[]
  readonly chosenCheckId: string | null
  readonly exchangeNumberOf: (exchangeId: string | null) => number | null
  readonly target: InspectorTarget
}

/** Every check of the session: failures first, the rest folded by group. */
export function CheckListPanel({ hrefOf, checks, chosenCheckId, exchangeNumberOf, target }: CheckListPanelProps) {
  const filtered = isFiltered(target)
  const shown = filterChecks(checks, target)
  const wrong = shown
    .filter(({ status }) => status === 'fail' || status === 'warn')
    .sort((a, b) => bySeverity(a.status, b.status))
  const open = filtered || target.all === '1'

  const row = (check: JudgedCheck, indented: boolean): ReactNode => {
    const exchangeId = check.deciding.exchange_id
    const number = exchangeNumberOf(exchangeId)
    const at = { ...target, exchange: exchangeId ?? undefined, tab: undefined }
    return (
      <CheckRow
        key={check.id}
        check={check}
        chosen={check.id === chosenCheckId}
        indented={indented}
        href={hrefOf({ ...at, check: check.id })}
        exchange={number === null ? null : { number, href: hrefOf({ ...at, check: undefined }) }}
      />
    )
  }

  return (
    <Panel labelledBy="checks">
      <PanelHeading
        id="checks"
        title="All checks of this session"
        aside={filtered ? `${shown.length} of ${checks.length}` : checks.length}
        actions={
          filtered ? (
            <Link
              className="link text-sm"
              scroll={false}
              href={hrefOf({ ...target, q: undefined, status: undefined, level: undefined })}
            >
              Show all
            </Link>
          ) : (
            <Link className="link text-sm" scroll={false} href={hrefOf({ ...target, all: open ? undefined : '1' })}>
              {open ? 'Fold all' : 'Expand all'}
            </Link>
          )
        }
      />
      <CheckFilters target={target} />
      {shown.length === 0 && (
        <p className="p-4 text-sm text-ink-2">
          {checks.length === 0 ? 'Checks appear with the first exchange they judge.' : 'No checks match this filter.'}
        </p>
      )}
      <div data-rows="">
        {wrong.length > 0 && (
          <ul className="[&>li:first-child]:border-t-0">{wrong.map((check) => row(check, false))}</ul>
        )}
        {checkGroups.map((group) => {
          const members = shown.filter((check) => check.group === group)
          if (members.length === 0) return null
          const counts = countStatuses(members)
          const quiet = members.filter((check) => !wrong.includes(check))
          return (
            <details
              key={`${group}${String(open)}`}
              id={`checks-${group}`}
              open={open && quiet.length > 0}
              className="border-t border-line"
            >
              <summary className="chevron grid min-h-[42px] grid-cols-[16px_minmax(min-content,1fr)_auto] items-center gap-3 px-4 py-1 text-sm hover:bg-hover md:grid-cols-[16px_minmax(150px,240px)_minmax(0,1fr)_auto]">
                <b className="font-[550] [overflow-wrap:normal]">{groupWords[group].long}</b>
                <CheckStrip
                  statuses={members.map(({ status }) => status)}
                  className="max-md:order-3 max-md:col-span-2 max-md:col-start-2 max-md:flex-wrap"
                />
                <span className="flex flex-wrap justify-end gap-x-3">
                  {findingStatuses.map(
                    (status) =>
                      counts[status] > 0 && <VerdictCount key={status} status={status} count={counts[status]} />,
                  )}
                </span>
              </summary>
              {quiet.length > 0 ? (
                <ul>{quiet.map((check) => row(check, true))}</ul>
              ) : (
                <p className="px-4 pb-3 text-sm text-ink-3 md:pl-11">All checks of this group are listed above.</p>
              )}
            </details>
          )
        })}
      </div>
    </Panel>
  )
}
