import Link from 'next/link'
import type { HrefOf, InspectorTarget } from '@/lib/paths'
import { Icon } from '../ui/icon'
import type { FaultRun } from './model/fault-run'

interface FaultRunLineProps {
  readonly run: FaultRun
  readonly hrefOf: HrefOf
  readonly exchangeNumberOf: (exchangeId: string | null) => number | null
  readonly target: InspectorTarget
}

const looks = {
  found: { icon: 'pass', ink: 'text-pass-ink', words: 'found' },
  missed: { icon: 'warn', ink: 'text-warn-ink', words: 'not found' },
  pending: { icon: 'unseen', ink: 'text-ink-2', words: 'not seen yet' },
} as const

/** What a session with a fault was meant to show, and whether the check noticed it. Only that turns it green. */
export function FaultRunLine({
  run: { fault, outcome, exchangeId, unexplained },
  hrefOf,
  exchangeNumberOf,
  target,
}: FaultRunLineProps) {
  const { icon, ink, words } = looks[outcome]
  const number = exchangeNumberOf(exchangeId)
  const hrefOfCheck = (check: string, exchange: string | null) =>
    hrefOf({ ...target, exchange: exchange ?? undefined, tab: undefined, check })
  return (
    <div className="grid gap-1 border-b border-line px-4 py-2.5 text-sm" data-fault-run={outcome}>
      <p className="flex flex-wrap items-baseline gap-x-1.5 gap-y-0.5">
        <span>
          Run with fault <code className="wire">{fault.id}</code>
          {fault.title !== fault.id && <span className="text-ink-2">, {fault.title}</span>}:
        </span>
        <span className={`inline-flex items-center gap-1 self-center font-[550] ${ink}`}>
          <Icon name={icon} className="size-3.5" />
          {words}
        </span>
        {outcome === 'found' && (
          <Link
            href={hrefOfCheck(fault.checkId, exchangeId)}
            scroll={false}
            prefetch={false}
            data-detail=""
            className="link"
          >
            {fault.staysUnseen ? 'not observed, as planned' : number === null ? 'see the check' : `exchange ${number}`}
          </Link>
        )}
        {outcome === 'missed' && fault.outsideSession && (
          <span className="text-ink-2">
            in this session: the request names no session, so the finding may be in the ledger
          </span>
        )}
      </p>
      {unexplained.length > 0 && (
        <p className="text-ink-2">
          Not explained by the fault:{' '}
          {unexplained.map(({ id, title, deciding }, index) => (
            <span key={id}>
              {index > 0 && '; '}
              <Link
                href={hrefOfCheck(id, deciding.exchange_id)}
                scroll={false}
                prefetch={false}
                data-detail=""
                className="link"
              >
                {title}
              </Link>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
