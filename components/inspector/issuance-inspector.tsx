import { cn } from '@/lib/cn'
import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import { reachOf } from '@/lib/core/reach'
import { type InspectorTarget, paths } from '@/lib/paths'
import type { CatalogueCheck } from '@/lib/queries/checks'
import type { MisbehaviourChoice } from '@/lib/queries/misbehaviours'
import { CheckListPanel } from './check-list-panel'
import { CreatedView } from './created-view'
import { DetailPanel } from './detail-panel'
import { InspectorKeys } from './inspector-keys'
import { selectDetail } from './model/detail-selection'
import { expectedExchanges } from './model/expected-exchanges'
import { firstFailure, judgeChecks, listFailures } from './model/judged-check'
import { nowWords } from './model/now-words'
import { isOver, refusedWithin, sessionPhase } from './model/session-state'
import { timeline } from './model/timeline'
import { NowPanel } from './now-panel'
import { RunWalletPanel } from './run-wallet-panel'
import { SessionFacts } from './session-facts'
import { SessionHeader } from './session-header'
import { TimelinePanel } from './timeline-panel'
import { VerdictHeader } from './verdict-header'

interface IssuanceInspectorProps {
  readonly session: IssuanceSessionView
  readonly catalogue: readonly CatalogueCheck[]
  readonly misbehaviours: readonly MisbehaviourChoice[]
  readonly revision: string
  readonly target: InspectorTarget
  /** When the page is drawn, epoch milliseconds. */
  readonly now: number
  /** Public origin of the service. */
  readonly baseUrl: string
  /** When a client last refused the certificate of the service, epoch milliseconds; `null` if none did. */
  readonly certificateRefusedAt: number | null
}

/** The whole inspector page of an issuance session. */
export function IssuanceInspector({
  session,
  catalogue,
  misbehaviours,
  revision,
  target,
  now,
  baseUrl,
  certificateRefusedAt,
}: IssuanceInspectorProps) {
  const { session_id: id, exchanges } = session
  const phase = sessionPhase(session)
  const over = isOver(phase)
  const refusedAt = refusedWithin(session, certificateRefusedAt)
  const checks = judgeChecks(session.checks.conformance, catalogue)
  const failures = listFailures(checks, exchanges)
  const expected = over ? [] : expectedExchanges(session)
  const words = nowWords(session, phase, expected)
  const rows = timeline(session)
  const idleMillis = Math.max(
    0,
    now -
      Date.parse(
        exchanges.findLast(({ correlation }) => correlation === 'exact')?.at ??
          exchanges.at(-1)?.at ??
          session.created_at,
      ),
  )
  const header = <SessionHeader session={session} phase={phase} revision={revision} now={now} />

  if (!session.contact.reached && session.deeplink !== null && !over) {
    return (
      <div className="mx-auto max-w-[1680px] px-4 md:px-6">
        {header}
        <CreatedView
          session={session}
          deeplink={session.deeplink}
          now={words}
          rows={rows}
          expected={expected}
          target={target}
          idleMillis={idleMillis}
          reach={reachOf(baseUrl)}
          refusedAt={refusedAt}
          drawnAt={now}
          runWallet={<RunWalletPanel sessionId={id} misbehaviours={misbehaviours} />}
        />
      </div>
    )
  }

  const selection = selectDetail(session, checks, failures, target)
  const first = firstFailure(failures)
  const numberOf = (exchangeId: string | null) => {
    const index = exchanges.findIndex((exchange) => exchange.id === exchangeId)
    return index < 0 ? null : index + 1
  }
  const failureLinks = failures.map(({ check, entry }) =>
    paths.inspectIssuance(id, { ...target, tab: undefined, exchange: entry.exchange_id ?? undefined, check: check.id }),
  )
  const failureIndex = failures.findIndex(
    ({ check, entry }) => check.id === selection.check?.id && entry.exchange_id === (selection.exchange?.id ?? null),
  )
  return (
    <div className="mx-auto max-w-[1680px] px-4 md:px-6">
      {header}
      <VerdictHeader
        sessionId={id}
        phase={phase}
        checks={checks}
        first={first}
        failures={failures}
        exchangeNumberOf={numberOf}
        now={words}
        target={target}
      />
      <InspectorKeys
        failureLinks={failureLinks}
        failureIndex={failureIndex}
        shown={selection.check?.title ?? (selection.exchange ? `exchange ${numberOf(selection.exchange.id)}` : '')}
      >
        <div className="inspector-columns">
          <div
            className={cn(
              'grid gap-4 md:[grid-area:rail]',
              (over || phase === 'refused') && phase !== 'unreached' && 'max-md:order-last',
            )}
          >
            <NowPanel
              session={session}
              phase={phase}
              now={first === null ? null : words}
              expected={expected}
              idleMillis={idleMillis}
              refusedAt={refusedAt}
              drawnAt={now}
            />
          </div>
          <TimelinePanel
            sessionId={id}
            rows={rows}
            expected={expected}
            chosenExchangeId={selection.exchange?.id ?? null}
            target={target}
            className="md:[grid-area:time]"
          />
          <DetailPanel
            session={session}
            selection={selection}
            target={target}
            failureLinks={failureLinks}
            failureIndex={failureIndex}
            className="md:[grid-area:detail] wide:sticky wide:top-[calc(var(--bar)+16px)] wide:max-h-[calc(100dvh-var(--bar)-32px)] wide:overflow-y-auto"
          />
          <div className="grid min-w-0 gap-4 md:[grid-area:list]">
            <CheckListPanel
              sessionId={id}
              checks={checks}
              chosenCheckId={selection.check?.id ?? null}
              exchangeNumberOf={numberOf}
              target={target}
            />
            <SessionFacts session={session} />
          </div>
        </div>
      </InspectorKeys>
    </div>
  )
}
