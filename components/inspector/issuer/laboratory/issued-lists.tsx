import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { type StatusName, statusValues } from '@/lib/core/shared/status/status-bits'
import { LocalTime } from '../../../ui/time'
import { LaboratoryForm } from './laboratory-form'

/** Says where to find omitted entries; renders nothing if there are none. */
function OmittedEntries({ count }: { readonly count: number }) {
  if (count <= 0) return null
  return (
    <p className="text-sm text-ink-2">{count} older ones are not listed here, but in the read-back of the session.</p>
  )
}

type Laboratory = NonNullable<IssuanceSessionView['laboratory']>

type List = Laboratory['lists'][number]

type Entry = List['entries'][number] & Pick<List, 'list' | 'format'>

/** Most entries shown; the buttons for all entries still reach the others. */
const entriesShownMax = 100

/** Entries shown unfolded; the timeline follows below. */
const unfoldedMax = 3

const statusWords: Readonly<Record<StatusName, string>> = {
  valid: 'valid',
  invalid: 'revoked',
  suspended: 'suspended',
}

/** New status that each button sets. */
const changes = [
  { value: 'invalid', words: 'Revoke' },
  { value: 'suspended', words: 'Suspend' },
  { value: 'valid', words: 'Restore' },
] as const

const formatWords = (format: string): string => (format === 'mso_mdoc' ? 'mdoc' : 'SD-JWT VC')

interface StatusTableProps {
  readonly sessionId: string
  readonly lists: Laboratory['lists']
  /** Whether the list's entry size can express "suspended". */
  readonly canSuspend: boolean
  readonly isServed: boolean
}

/** Issued credentials by status list index, newest first. */
export function StatusTable({ sessionId, lists, canSuspend, isServed }: StatusTableProps) {
  const entries = lists
    .flatMap(({ list, format, entries }) => entries.map((entry): Entry => ({ list, format, ...entry })))
    .sort((one, other) => other.issued_at.localeCompare(one.issued_at))
  if (entries.length === 0) return <p className="text-sm text-ink-2">No credential has been issued yet.</p>
  const choices = changes.filter(({ value }) => canSuspend || value !== 'suspended')
  const shown = entries.slice(0, entriesShownMax)
  const older = shown.slice(unfoldedMax)
  const drawn = { sessionId, choices, isServed }
  return (
    <div className="grid gap-2">
      {isServed && entries.length > 1 && (
        <LaboratoryForm
          sessionId={sessionId}
          action="statuses"
          name="status"
          fields={{ all: 'true' }}
          choices={choices.map(({ value, words }) => ({ value, words: `${words} all` }))}
        />
      )}
      <EntryTable {...drawn} entries={shown.slice(0, unfoldedMax)} caption="Issued credentials with their status" />
      {older.length > 0 && (
        <details>
          <summary className="chevron flex min-h-6 items-center text-sm text-ink-2">
            {older.length} more of them
          </summary>
          <EntryTable {...drawn} entries={older} caption="More issued credentials with their status" />
        </details>
      )}
      <OmittedEntries count={entries.length - shown.length} />
    </div>
  )
}

interface EntryTableProps {
  readonly sessionId: string
  readonly entries: readonly Entry[]
  readonly caption: string
  readonly choices: readonly (typeof changes)[number][]
  readonly isServed: boolean
}

function EntryTable({ sessionId, entries, caption, choices, isServed }: EntryTableProps) {
  return (
    <table className="block w-full text-left text-sm md:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr className="text-xs text-ink-3 [&>th]:py-1 [&>th]:pr-3 [&>th]:font-normal">
          <th scope="col">List and index</th>
          <th scope="col">Status, value</th>
          <th scope="col">Issued</th>
          <th scope="col">Changed</th>
          {isServed && <th scope="col">Change</th>}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {entries.map(({ list, format, index, status, issued_at, changed_at }) => (
          <tr
            key={`${list}/${index}`}
            className="flex flex-wrap gap-x-3 gap-y-1 border-t border-line py-2 align-top md:table-row md:[&>*]:py-1.5 md:[&>*]:pr-3"
          >
            <th scope="row" className="font-medium max-md:basis-full">
              {formatWords(format)}, list {list}, <span className="wire text-xs">{index}</span>
            </th>
            <td className={status === 'valid' ? undefined : 'font-[550] text-warn-ink'}>
              {statusWords[status]}, {statusValues[status]}
            </td>
            <td className="text-ink-2">
              <span className="md:hidden">issued </span>
              <LocalTime at={issued_at} to="second" />
            </td>
            <td className="text-ink-2">
              {changed_at === null ? (
                <span className="text-ink-3 max-md:hidden">never</span>
              ) : (
                <>
                  <span className="md:hidden">changed </span>
                  <LocalTime at={changed_at} to="second" />
                </>
              )}
            </td>
            {isServed && (
              <td className="max-md:basis-full">
                <LaboratoryForm
                  sessionId={sessionId}
                  action="statuses"
                  name="status"
                  fields={{ list: String(list), index: String(index) }}
                  choices={choices.map((one) => ({ ...one, isIdle: one.value === status }))}
                  about={`index ${index} of list ${list}`}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Transactions = NonNullable<IssuanceSessionView['laboratory']>['transactions']

const stateWords: Readonly<Record<Transactions[number]['state'], string>> = {
  pending: 'pending',
  issue: 'will be issued at the next request',
  deny: 'will be denied at the next request',
  lose: 'will not be known at the next request',
  issued: 'issued',
  denied: 'denied',
  lost: 'not known any more',
}

const outcomes = [
  { value: 'issue', words: 'Issue now' },
  { value: 'deny', words: 'Deny' },
  { value: 'lose', words: 'Lose' },
] as const

/** Most transactions shown. */
const transactionsShownMax = 50

/** Number that fits on a phone without scrolling. */
const unscrolledMax = 2

interface TransactionListProps {
  readonly sessionId: string
  readonly transactions: Transactions
  readonly isServed: boolean
}

/** Deferred credentials, newest first; pending ones can be decided. OID4VCI-1FINAL-9 */
export function TransactionList({ sessionId, transactions, isServed }: TransactionListProps) {
  if (transactions.length === 0) return <p className="text-sm text-ink-2">No credential has been deferred yet.</p>
  const shown = [...transactions].reverse().slice(0, transactionsShownMax)
  return (
    <div className="grid gap-2">
      <ul
        // Scrollable content must be reachable by keyboard. WCAG 2.2, 2.1.1
        tabIndex={shown.length > unscrolledMax ? 0 : undefined}
        className="relative max-h-56 overflow-y-auto text-sm"
      >
        {shown.map(({ transaction, state, polls }) => (
          <li
            key={transaction}
            className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line py-2 first:border-t-0 first:pt-0"
          >
            <span title={`SHA-256 of the transaction_id: ${transaction}`}>
              Transaction <span className="wire text-xs">{transaction.slice(0, 8)}…</span>
            </span>
            <span className={state === 'pending' ? 'font-[550]' : 'text-ink-2'}>{stateWords[state]}</span>
            <span className="text-ink-2">{polls === 1 ? '1 deferred request' : `${polls} deferred requests`}</span>
            {isServed && state === 'pending' && (
              <LaboratoryForm
                sessionId={sessionId}
                action="transactions"
                name="outcome"
                fields={{ transaction }}
                choices={outcomes}
                about={`transaction ${transaction.slice(0, 8)}`}
              />
            )}
          </li>
        ))}
      </ul>
      <OmittedEntries count={transactions.length - shown.length} />
    </div>
  )
}
