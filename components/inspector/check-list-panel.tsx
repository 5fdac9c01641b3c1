import Link from 'next/link'
import type { ReactNode } from 'react'
import { checkGroups } from '@/lib/core/engine/checks/check-groups'
import { bySeverity } from '@/lib/core/shared/ports/finding'
import type { HrefOf, InspectorTarget } from '@/lib/paths'
import { failureSentenceOf } from '@/lib/queries/findings'
import { Panel } from '../ui/panel'
import { PanelHeading } from '../ui/panel-heading'
import { stripText } from '../ui/strip-text'
import { CheckFilters, CheckGroup, CheckRow } from './check-list'
import { isOpen, type JudgedCheck, whyNotJudged, withFolded, withOpen } from './model/judged-check'

interface CheckListPanelProps {
  readonly hrefOf: HrefOf
  readonly checks: readonly JudgedCheck[]
  readonly chosenCheckId: string | null
  readonly exchangeNumberOf: (exchangeId: string | null) => number | null
  readonly target: InspectorTarget
}

const isWrong = ({ status }: JudgedCheck): boolean => status === 'fail' || status === 'warn'

/** All checks of the session: failures first, the rest by group, collapsed. */
export function CheckListPanel({ hrefOf, checks, chosenCheckId, exchangeNumberOf, target }: CheckListPanelProps) {
  const filtered = isFiltered(target)
  const shown = filterChecks(checks, target)
  const wrong = shown.filter(isWrong).sort((a, b) => bySeverity(a.status, b.status))
  const groups = checkGroups.filter((group) => shown.some((check) => check.group === group))
  const allOpen = groups.every((group) => isOpen(target, group))

  const row = (check: JudgedCheck, indented: boolean): ReactNode => {
    const exchangeId = check.deciding.exchange_id
    const number = exchangeNumberOf(exchangeId)
    const at = { ...target, exchange: exchangeId ?? undefined, tab: undefined }
    return (
      <CheckRow
        key={check.id}
        id={check.id}
        status={check.likely ? 'likely' : check.status}
        words={isWrong(check) ? failureSentenceOf(check.deciding) : check.title}
        remark={check.deciding.hint ?? whyNotJudged(check.deciding)}
        level={check.level}
        clause={check.clauses[0]}
        chosen={check.id === chosenCheckId}
        indented={indented}
        href={hrefOf({ ...at, check: check.id })}
        exchange={number === null ? null : { number, href: hrefOf({ ...at, check: undefined }) }}
      />
    )
  }

  const rows = (quiet: readonly JudgedCheck[]): ReactNode =>
    quiet.length > 0 ? (
      <ul>{quiet.map((check) => row(check, true))}</ul>
    ) : (
      <p className="px-4 pb-3 text-sm text-ink-3 md:pl-11">All checks of this group are listed above.</p>
    )

  return (
    <Panel labelledBy="checks">
      <PanelHeading
        id="checks"
        title={
          <>
            <span className="print:hidden">All checks of this session</span>
            <span className="not-print:hidden">Failed and warned checks</span>
          </>
        }
        aside={<span className="print:hidden">{filtered ? `${shown.length} of ${checks.length}` : checks.length}</span>}
        actions={
          filtered ? (
            <Link
              className="link target text-sm"
              scroll={false}
              href={hrefOf({ ...target, q: undefined, status: undefined, level: undefined })}
            >
              Show all
            </Link>
          ) : (
            <Link
              className="link target text-sm print:hidden"
              scroll={false}
              prefetch={false}
              href={hrefOf({ ...target, open: undefined, all: allOpen ? undefined : '1' })}
            >
              {allOpen ? 'Collapse all' : 'Expand all'}
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
        {groups.map((group) => {
          const members = shown.filter((check) => check.group === group)
          const quiet = members.filter((check) => !wrong.includes(check))
          // Filter results are always visible. A collapsed group renders no rows, because most readers open few of
          // hundreds.
          const open = filtered || isOpen(target, group)
          return (
            <CheckGroup
              key={group}
              group={group}
              strip={stripText(members.map(({ status }) => status))}
              href={filtered ? null : hrefOf(open ? withFolded(target, group, groups) : withOpen(target, group))}
              open={open}
            >
              {open ? rows(quiet) : null}
            </CheckGroup>
          )
        })}
      </div>
    </Panel>
  )
}

/** True if the URL filters the check list. */
const isFiltered = ({ q, status, level }: InspectorTarget): boolean => Boolean(q || status || level)

/** Filters checks by the URL. Text matches title, id and clauses, ignoring case. */
export function filterChecks(
  checks: readonly JudgedCheck[],
  { q, status, level }: Pick<InspectorTarget, 'q' | 'status' | 'level'>,
): JudgedCheck[] {
  const wanted = (q ?? '').trim().toLowerCase()
  return checks.filter((check) => {
    if (status && check.status !== status) return false
    if (level && check.level !== level) return false
    if (wanted === '') return true
    const text = [check.title, check.id, ...check.clauses.map(({ spec, section }) => `${spec} ${section}`)].join(' ')
    return text.toLowerCase().includes(wanted)
  })
}
