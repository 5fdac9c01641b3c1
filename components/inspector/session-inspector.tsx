import Link from 'next/link'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { changedHeading } from '@/lib/core/engine/deviations/changed-words'
import { toneOf } from '@/lib/core/engine/evidence/outcomes'
import { outcomeDetail } from '@/lib/core/engine/evidence/session-outcome'
import type { DocumentPair } from '@/lib/core/shared/mutations/document-pair'
import { reachOf } from '@/lib/core/shared/values/reach'
import type { PlaceOfRun } from '@/lib/core/workbenches/fold-runs'
import { fromItself, type HrefOf, type InspectorTarget, paths, type SessionAddresses } from '@/lib/paths'
import { hasCheck } from '@/lib/queries/findings'
import type { KnownMisbehaviour } from '@/lib/queries/known-misbehaviour'
import type { MisbehaviourChoice } from '@/lib/queries/misbehaviours'
import { RunChoice } from '../start/run-choice'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'
import { CheckListPanel } from './check-list-panel'
import { CreatedView } from './created-view'
import { DetailPanel } from './detail-panel'
import type { DiffInput } from './diff-tab'
import { HashTarget, Shelf, UnfoldedAt } from './folded'
import { SessionPill } from './header-parts'
import { InspectorKeys } from './inspector-keys'
import { KeyList } from './key-list'
import { type MissingTarget, missingTarget, selectDetail, withExchangeId } from './model/detail-selection'
import { exchangeWords, expectedExchanges } from './model/exchanges'
import type { FlowModel, Inspected, InspectedExchange, SessionHead } from './model/flow-model'
import { type Failure, firstFailure, type JudgedCheck, listFailures, listWarnings } from './model/judged-check'
import { misbehaviourRun } from './model/misbehaviour-run'
import { nowWords, steps } from './model/progress'
import { isOver, pillTone, refusedWithin } from './model/session-state'
import { timeline } from './model/timeline'
import { codeDrawing, NowPanel } from './now-panel'
import { QrPanel } from './qr-panel'
import { SessionActions } from './session-actions'
import { SessionHeader } from './session-header'
import { TimelinePanel } from './timeline-panel'
import { VerdictBar } from './verdict-bar'
import { VerdictHeader } from './verdict-header'

interface MissingTargetNoteProps {
  readonly missing: MissingTarget
  readonly hrefOf: HrefOf
}

/** Says that the URL names something this session does not have, and what to do next. */
function MissingTargetNote({ missing: { what, id }, hrefOf }: MissingTargetNoteProps) {
  return (
    <div className="mb-4" role="status">
      <Note kind="information">
        {what === 'exchange' ? (
          <>
            This session has no exchange <code className="wire">{id}</code>: it may belong to another session, or it has
            not happened yet.{' '}
          </>
        ) : (
          <>
            The check <code className="wire">{id}</code> did not run in this session.{' '}
            {hasCheck(id) && (
              <>
                <Link className="link" href={paths.check(id)}>
                  See it in the catalogue
                </Link>
                .{' '}
              </>
            )}
          </>
        )}
        <Link className="link" href={hrefOf()} scroll={false}>
          Show the session
        </Link>
      </Note>
    </div>
  )
}

interface RunWalletPanelProps {
  /** URL that the form is posted to. */
  readonly action: string
  readonly misbehaviours: readonly MisbehaviourChoice[]
}

/** Runs the reference wallet in this session. A plain form: the page updates by itself. */
function RunWalletPanel({ action, misbehaviours }: RunWalletPanelProps) {
  return (
    <Panel labelledBy="run-wallet" className="p-4">
      <h2 id="run-wallet" className="text-sm">
        No wallet handy?
      </h2>
      <p className="mt-1 mb-3 text-sm text-ink-2">The built-in reference wallet responds within two seconds.</p>
      <form method="post" action={action}>
        <RunChoice misbehaviours={misbehaviours} />
      </form>
    </Panel>
  )
}

/** Input of the inspector page for any kind of session. */
export interface InspectorInput<Session extends SessionHead> {
  readonly inspected: Inspected<Session>
  /** Its checks with verdicts. */
  readonly checks: readonly JudgedCheck[]
  /** Misbehaviours possible in this session; called only while no wallet has connected. */
  readonly misbehaviours: () => readonly MisbehaviourChoice[]
  /** Misbehaviour of the reference wallet's last run; `null` for a clean run or any other wallet. */
  readonly misbehaviour: KnownMisbehaviour | null
  readonly revision: string
  /** Whether a built-in pipeline created the session. */
  readonly builtIn: boolean
  /** Where the session stands in its workbench; absent on a page of its own. */
  readonly place?: PlaceOfRun | undefined
  /** The documents that its tester changed on purpose, without secrets. */
  readonly changedDocuments: readonly DocumentPair[]
  /** False for readers without write access: hides everything that changes something. */
  readonly mayChange: boolean
  readonly target: InspectorTarget
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
  readonly baseUrl: string
  /** When a client last rejected our certificate, epoch milliseconds; `null` if none did. */
  readonly certificateRefusedAt: number | null
  readonly diff: DiffInput
}

/** Panels specific to one kind of session. */
interface SessionParts {
  /** Creates a session like this one. */
  readonly again: ReactNode
  /** Creates a similar session with a shorter link. */
  readonly shorter: ReactNode
  /** What to type into the wallet after scanning; omitted if nothing. */
  readonly typed?: ReactNode
  /** Control that asks through this browser, if a page does so; the code then leads to that page. */
  readonly askHere?: ReactNode
  /** What the link offers or requests; `null` once there is no link. */
  readonly asked: ReactNode
  /** What its tester changed on purpose; omitted if nothing. */
  readonly changed?: ReactNode
  /** Session options, and what the wallet revealed about itself. */
  readonly facts: ReactNode
  /** Result above the checks: for a presentation, requested and disclosed claims. */
  readonly result?: ReactNode
  /** Question that only a person can answer, shown first; `null` if there is none. */
  readonly question?: ReactNode
  /** The session's own issuer; `null` for a session without one. */
  readonly issuer?: ReactNode
  /** Our trust identity towards the wallet, and what it read of it; omitted if there is no trust to judge. */
  readonly trust?: ReactNode
  /** Content of a tab specific to this flow. */
  readonly tabOf?: (tab: string, exchange: InspectedExchange) => ReactNode
  /** Content beside a check, specific to this kind of session. */
  readonly besideCheck?: (checkId: string) => ReactNode
  /** Whether a program played the browser; only for presentations through a browser. */
  readonly emulated?: boolean
}

interface SessionInspectorProps<Session extends SessionHead> extends InspectorInput<Session> {
  readonly flow: FlowModel<Session>
  readonly addresses: SessionAddresses
  readonly parts: SessionParts
}

/** Most failures and warnings that one key walks through. */
const markedMax = 100

/** The whole inspector page of a session, rendered from its flow model. */
export function SessionInspector<Session extends SessionHead>({
  inspected,
  checks,
  flow,
  addresses: absolute,
  parts,
  misbehaviours,
  misbehaviour,
  revision,
  builtIn,
  place,
  target: asked,
  now,
  baseUrl,
  certificateRefusedAt,
}: SessionInspectorProps<Session>) {
  const addresses = { ...absolute, page: fromItself(absolute.page, asked) }
  const { session, exchanges, phase } = inspected
  const { mixed_traffic: mixedTraffic, counts, drafts } = session.checks.summary
  const over = isOver(phase)
  const refusedAt = refusedWithin(session, certificateRefusedAt)
  const failures = listFailures(checks, exchanges, mixedTraffic)
  const expected = expectedExchanges(inspected, flow)
  const words = nowWords(inspected, flow)
  const rows = timeline(inspected, flow)
  const idleMillis = Math.max(
    0,
    now -
      Date.parse(
        exchanges.findLast(({ correlation }) => correlation === 'exact')?.at ??
          exchanges.at(-1)?.at ??
          session.created_at,
      ),
  )
  const target = withExchangeId(asked, exchanges)
  const missing = missingTarget(target, {
    checkIds: checks.map(({ id }) => id),
    exchangeIds: exchanges.map(({ id }) => id),
  })
  const header = (isLastOnPhone: boolean) => (
    <>
      <HashTarget />
      <div className={cn(isLastOnPhone && 'max-md:order-last')}>
        <SessionHeader
          inspected={inspected}
          flow={flow}
          revisionUrl={addresses.revision}
          revision={revision}
          builtIn={builtIn}
          now={now}
        />
      </div>
      {missing !== null && <MissingTargetNote missing={missing} hrefOf={addresses.page} />}
    </>
  )
  const actions = (
    <SessionActions
      sessionId={session.session_id}
      addresses={addresses}
      shared={absolute.page({ exchange: target.exchange, tab: target.tab, check: target.check })}
      again={parts.again}
    />
  )
  // On a phone the workbench shows what is to be typed first, above all.
  const elsewhereOnPhone = place && 'max-md:hidden'
  const code = session.deeplink !== null && (
    <QrPanel
      deeplink={session.deeplink}
      opener={absolute.opener && `${baseUrl}${absolute.opener}`}
      label={flow.codeLabel}
      shorter={parts.shorter}
      id={codeDrawing}
      opensHere={parts.askHere === undefined}
    />
  )
  const runWallet = () =>
    inspected.walletStarted ? null : <RunWalletPanel action={addresses.runWallet} misbehaviours={misbehaviours()} />

  if (!session.contact.reached && session.deeplink !== null && !over) {
    return (
      <div className="mx-auto max-w-[1680px] px-4 md:px-6">
        {header(false)}
        <InspectorKeys failureLinks={[]} failureIndex={-1} shown="">
          <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            <SessionPill tone={pillTone(session.outcome)} words={session.outcome.sentence} />
            {actions}
            <KeyList />
          </div>
          {parts.question}
          <CreatedView
            hrefOf={addresses.page}
            askHere={parts.askHere ?? null}
            code={code}
            typed={parts.typed ? <div className={elsewhereOnPhone}>{parts.typed}</div> : null}
            hints={session.contact.what_to_check}
            now={words}
            rows={rows}
            expected={expected}
            target={target}
            idleMillis={idleMillis}
            reach={reachOf(baseUrl)}
            refusedAt={refusedAt}
            drawnAt={now}
            runWallet={runWallet()}
            aside={
              <>
                {parts.asked}
                {parts.facts}
              </>
            }
          />
          <div className="mt-4">{parts.changed}</div>
          <div className="mt-4">{parts.issuer}</div>
          {parts.trust}
        </InspectorKeys>
      </div>
    )
  }

  // A warning stands where a failure would, once the flow is over.
  const isWarned = session.next_for_you.id === 'warning'
  const failed = firstFailure(checks, session.cause)
  const warnings = listWarnings(checks, exchanges, mixedTraffic)
  const first = failed ?? (isWarned ? (warnings[0] ?? null) : null)
  const selection = selectDetail({ exchanges, checks, first, target }, flow)
  const numberOf = (exchangeId: string | null) => exchanges.find(({ id }) => id === exchangeId)?.number ?? null
  // A refusal may be a warning: it is among the failures.
  const told = new Set(failures.map(({ check }) => check.id))
  const marked = [...failures, ...warnings.filter(({ check }) => !told.has(check.id))].slice(0, markedMax)
  const failureLinks = marked.map(({ check, entry }) =>
    addresses.page({ ...target, tab: undefined, exchange: entry.exchange_id ?? undefined, check: check.id }),
  )
  const isShown = ({ check, entry }: Failure): boolean =>
    check.id === selection.check?.id && entry.exchange_id === (selection.exchange?.id ?? null)
  const failureIndex = marked.findIndex(isShown)
  const isFiltered = [target.q, target.status, target.level, target.all, target.open].some(Boolean)
  return (
    // In a workbench on a phone, its code and its list already stand above: the verdict is next.
    <div className={cn('mx-auto max-w-[1680px] px-4 md:px-6', place && 'max-md:flex max-md:flex-col')}>
      {header(place !== undefined)}
      <InspectorKeys
        failureLinks={failureLinks}
        failureIndex={failureIndex}
        shown={selection.check?.title ?? (selection.exchange ? exchangeWords(numberOf(selection.exchange.id)) : '')}
      >
        <VerdictBar
          tone={toneOf(session.outcome)}
          pill={pillTone(session.outcome)}
          sentence={session.outcome.sentence}
          detail={outcomeDetail(session.outcome)}
          check={first?.check.id ?? null}
          place={place}
          at={exchanges.at(-1)?.at ?? null}
        />
        {parts.question}
        <div className="inspector-columns">
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
            {parts.typed && (
              <div className={cn('rounded-md border border-line bg-surface p-4', elsewhereOnPhone)}>{parts.typed}</div>
            )}
            <VerdictHeader
              hrefOf={addresses.page}
              checks={checks}
              counts={counts}
              drafts={drafts}
              misbehaviourRun={misbehaviour && misbehaviourRun(misbehaviour, checks, over || phase === 'refused')}
              first={first}
              cause={failed === null ? null : session.cause}
              nextForYou={session.next_for_you}
              failures={failures}
              exchangeNumberOf={numberOf}
              actions={actions}
              target={target}
            />
            <TimelinePanel
              hrefOf={addresses.page}
              rows={rows}
              expected={expected}
              mixedTraffic={mixedTraffic}
              count={session.recorded.exchanges}
              withoutContent={session.recorded.exchanges_without_content}
              chosenExchangeId={selection.exchange?.id ?? null}
              target={target}
              actions={<KeyList />}
              foldsEvents={first !== null}
            />
            <NowPanel
              inspected={inspected}
              steps={steps(inspected, flow)}
              askHere={over ? null : (parts.askHere ?? null)}
              code={code}
              codeUsed={flow.codeUsed}
              now={words}
              expected={expected}
              idleMillis={idleMillis}
              refusedAt={refusedAt}
              drawnAt={now}
            />
            {/* Opening the page does not ask a wallet yet. */}
            {parts.askHere !== undefined && !over && session.deeplink !== null && runWallet()}
          </div>
          <DetailPanel
            inspected={inspected}
            addresses={addresses}
            baseUrl={baseUrl}
            tabs={flow.tabs}
            tabOf={parts.tabOf}
            besideCheck={parts.besideCheck}
            emulated={parts.emulated ?? false}
            nothingRecorded={flow.nothingRecorded}
            selection={selection}
            target={target}
            told={first !== null && isShown(first)}
            failures={marked}
            failureLinks={failureLinks}
            failureIndex={failureIndex}
            className="scroll-mt-11"
          />
        </div>
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-y-1">
          {parts.changed && (
            <Shelf title={changedHeading} open={failed === null}>
              {parts.changed}
            </Shelf>
          )}
          {parts.result && (
            <Shelf title="Asked and disclosed" open={failed === null || isFiltered}>
              <UnfoldedAt href={target.all === '1' ? null : `${addresses.page({ ...target, all: '1' })}#result`}>
                {parts.result}
              </UnfoldedAt>
            </Shelf>
          )}
          {parts.issuer}
          <Shelf
            title={`All ${checks.length} checks`}
            open={isFiltered}
            onPaper={checks.some(({ status }) => status === 'fail' || status === 'warn')}
          >
            <CheckListPanel
              hrefOf={addresses.page}
              checks={checks}
              chosenCheckId={selection.check?.id ?? null}
              exchangeNumberOf={numberOf}
              target={target}
            />
          </Shelf>
          <Shelf title="Options and facts" open={false}>
            {parts.facts}
          </Shelf>
          {parts.trust}
        </div>
      </InspectorKeys>
    </div>
  )
}
