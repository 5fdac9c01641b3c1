import Link from 'next/link'
import type { ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { judgedMember } from '../inspector/model/member-marks'
import { Panel } from '../ui/panel'
import { differenceWords, MessageTable } from './message-table'
import { type ComparedSession, compareMessages, pairExchanges } from './model/compare-messages'

/** Most rows of members on one page. */
const rowsMax = 1000

interface SessionMessagesProps {
  readonly before: ComparedSession
  readonly after: ComparedSession
  readonly onlyDifferences: boolean
  /** The same page with the switch the other way. */
  readonly switchHref: string
}

const names = { before: 'Before', after: 'After' } as const

/** What the wallet sent in two sessions: requests paired by operation and order, compared member by member. */
export function SessionMessages({ before, after, onlyDifferences, switchHref }: SessionMessagesProps) {
  let rows = 0
  const pairs = pairExchanges(before, after).map((pair) => {
    if (pair.before === null || pair.after === null) return { ...pair, compared: null, isShown: true }
    const compared = compareMessages(
      { session: before, exchange: pair.before },
      { session: after, exchange: pair.after },
      judgedMember,
    )
    rows += onlyDifferences ? compared.differing : compared.differing + compared.agreeing
    return { ...pair, compared, isShown: rows <= rowsMax }
  })
  const differing = pairs.reduce((sum, { compared }) => sum + (compared?.differing ?? 0), 0)
  return (
    <Panel labelledBy="messages">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3">
        <h2 id="messages" className="text-md">
          Messages
        </h2>
        <p className="text-sm text-ink-2">
          {differing === 0 ? 'No member differs' : differing === 1 ? '1 member differs' : `${differing} members differ`}
          . Values that must be new are compared by what their checks found.
        </p>
        <Link href={switchHref} scroll={false} prefetch={false} className="link target ml-auto text-sm">
          {onlyDifferences ? 'All members' : 'Only differences'}
        </Link>
      </div>
      <ol>
        {pairs.map(({ before: one, after: other, compared, isShown }) => (
          <li key={(other ?? one)?.id} className="border-t border-line">
            <PairHead before={one} after={other} words={compared === null ? null : differenceWords(compared)} />
            {compared !== null &&
              (isShown ? (
                <MessageTable
                  compared={compared}
                  names={names}
                  what={requestWords(other ?? one)}
                  onlyDifferences={onlyDifferences}
                />
              ) : (
                <p className="px-4 pb-2 text-sm text-ink-2">Too many members for one page: see the two sessions.</p>
              ))}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** `POST …/response` */
const requestWords = (exchange: ExchangeView | null): string =>
  exchange === null ? '' : `${exchange.method} …/${exchange.path.split('/').at(-1) ?? ''}`

const statusWords = ({ response }: ExchangeView): string =>
  response.status === null ? 'no response' : String(response.status)

interface PairHeadProps {
  readonly before: ExchangeView | null
  readonly after: ExchangeView | null
  readonly words: string | null
}

function PairHead({ before, after, words }: PairHeadProps) {
  return (
    <h3 className="flex flex-wrap items-baseline gap-x-3 px-4 py-2 text-sm font-normal tracking-normal">
      <span className="wire text-xs [overflow-wrap:anywhere]">{requestWords(after ?? before)}</span>
      <span className="text-ink-2">{before === null ? 'only after' : after === null ? 'only before' : words}</span>
      <span className="ml-auto text-xs text-ink-2 tabular-nums">
        {before !== null && after !== null && statusWords(before) !== statusWords(after)
          ? `${statusWords(before)} before, ${statusWords(after)} after`
          : statusWords((after ?? before) as ExchangeView)}
      </span>
    </h3>
  )
}
