import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'
import { verdictStyles } from '../ui/verdict-styles'
import type { ComparedMember, ComparedMessages, SideValue } from './model/compare-messages'
import { shownPart } from './model/shown-part'

interface MessageTableProps {
  readonly compared: ComparedMessages
  /** What the two sides are called, e.g. `Session 8`. */
  readonly names: { readonly before: string; readonly after: string }
  /** Completes the caption. */
  readonly what: string
  readonly onlyDifferences: boolean
}

/** What was sent in two exchanges, member by member; on a phone the two values stand below the name. */
export function MessageTable({ compared, names, what, onlyDifferences }: MessageTableProps) {
  const groups = compared.groups
    .map(({ title, members }) => ({ title, members: members.filter(({ differs }) => differs || !onlyDifferences) }))
    .filter(({ members }) => members.length > 0)
  return (
    <>
      {groups.length > 0 && (
        <table className="block w-full table-fixed text-left text-xs/[1.55] md:table">
          <caption className="sr-only">{what}</caption>
          <thead className="block md:table-header-group">
            <tr className="grid grid-cols-2 md:table-row">
              <th scope="col" className="hidden px-3 py-1.5 font-medium text-ink-2 md:table-cell md:w-[28%]">
                Member
              </th>
              {[names.before, names.after].map((name) => (
                <th key={name} scope="col" className="px-3 py-1.5 font-medium text-ink-2 md:table-cell">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ title, members }) => (
            <tbody key={title} className="block md:table-row-group">
              <tr className="block md:table-row">
                <th scope="rowgroup" colSpan={3} className="block bg-sunk px-3 py-1.5 font-semibold md:table-cell">
                  {title}
                </th>
              </tr>
              {members.map((member) => (
                <MemberRow key={member.name} member={member} />
              ))}
            </tbody>
          ))}
        </table>
      )}
      {compared.checks.length > 0 && (
        <p className="border-t border-line px-3 py-2 text-xs text-ink-2">
          Judged differently, though no member above shows it:{' '}
          {compared.checks.map(({ id, after }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <a className="link target wire" href={paths.check(id)}>
                {id}
              </a>{' '}
              ({after === 'pass' ? `passed in ${names.after}` : `not passed in ${names.after}`})
            </span>
          ))}
          .
        </p>
      )}
    </>
  )
}

function MemberRow({ member: { name, before, after, differs } }: { readonly member: ComparedMember }) {
  return (
    <tr
      data-differs={differs}
      className={cn('grid grid-cols-2 border-t border-line md:table-row', differs && 'bg-fail-soft/50')}
    >
      <th
        scope="row"
        className="wire col-span-2 px-3 pt-1.5 align-baseline font-medium [overflow-wrap:anywhere] md:table-cell md:py-1.5"
      >
        <bdi>{name}</bdi>
        {differs && <span className="sr-only"> differs</span>}
      </th>
      <ValueCell value={before} other={after} differs={differs} />
      <ValueCell value={after} other={before} differs={differs} />
    </tr>
  )
}

interface ValueCellProps {
  readonly value: SideValue
  readonly other: SideValue
  readonly differs: boolean
}

function ValueCell({ value: { text, kind, wrong }, other, differs }: ValueCellProps) {
  const { lead, part, rest } = shownPart(text, other.kind === 'value' ? other.text : '')
  return (
    <td
      className={cn(
        'block min-w-0 px-3 py-1.5 align-baseline [overflow-wrap:anywhere] md:table-cell',
        kind === 'value' ? 'wire' : 'text-ink-2',
      )}
    >
      {lead && '…'}
      {differs && kind === 'value' ? (
        <mark
          className={cn(
            'rounded-[2px] bg-transparent font-semibold',
            wrong
              ? 'text-fail-ink shadow-[inset_0_-2px_var(--color-fail-mark)]'
              : 'text-ink shadow-[inset_0_-2px_currentColor]',
          )}
        >
          <bdi>{part}</bdi>
        </mark>
      ) : (
        <bdi>{part}</bdi>
      )}
      {rest && '…'}
      {wrong && ' '}
      {wrong && <span className={cn('inline-block font-sans', verdictStyles.fail.ink)}>wrong</span>}
    </td>
  )
}

/** How many members differ, and how many agree, as a sentence. */
export function differenceWords({ differing, agreeing, leftOut }: ComparedMessages): string {
  const differ =
    differing === 0 ? 'No member differs' : differing === 1 ? '1 member differs' : `${differing} members differ`
  const left = leftOut === 0 ? '' : ` ${leftOut} more are not compared: the message has very many.`
  return `${differ}, ${agreeing} ${agreeing === 1 ? 'agrees' : 'agree'}.${left}`
}
