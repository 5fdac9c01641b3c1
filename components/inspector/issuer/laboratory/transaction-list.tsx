import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { LaboratoryForm } from './laboratory-form'
import { OlderOnes } from './older-ones'

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

/** Most transactions that are shown. */
const shownMax = 50
/** So many fit into the list without scrolling on a phone. */
const unscrolledMax = 2

interface TransactionListProps {
  readonly sessionId: string
  readonly transactions: Transactions
  readonly isServed: boolean
}

/** Deferred credentials, newest first; those that are pending can be decided. OID4VCI-1FINAL-9 */
export function TransactionList({ sessionId, transactions, isServed }: TransactionListProps) {
  if (transactions.length === 0) return <p className="text-sm text-ink-2">No credential has been deferred yet.</p>
  const shown = [...transactions].reverse().slice(0, shownMax)
  return (
    <div className="grid gap-2">
      <ul
        // What scrolls can be reached by keyboard. WCAG 2.2, 2.1.1
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
      <OlderOnes count={transactions.length - shown.length} />
    </div>
  )
}
