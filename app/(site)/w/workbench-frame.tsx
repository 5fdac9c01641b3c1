import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { InspectorKeys } from '@/components/inspector/inspector-keys'
import { KeyList } from '@/components/inspector/key-list'
import { transactionAttempts } from '@/components/inspector/model/exchanges'
import { TransactionCode } from '@/components/inspector/qr-panel'
import { tabIcons } from '@/components/site/tab-icons'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { RunRows, rowWords } from '@/components/workbench/run-rows'
import { WorkbenchRefresh } from '@/components/workbench/workbench-refresh'
import { cn } from '@/lib/cn'
import { foldRuns, type PlaceOfRun, placeOfRun, type RunLine } from '@/lib/core/workbenches/fold-runs'
import { firstParam, readInspectorTarget, type SearchParams } from '@/lib/queries/inspector-target'
import type { ShownWorkbench } from '@/lib/queries/workbenches'
import { IssuanceSession, readIssuance } from '../inspect/issuance/[sessionId]/issuance-session'
import { PresentationSession } from '../inspect/presentation/[sessionId]/presentation-session'

/** Most rows of the list beside the session. */
const rowsShown = 12

interface WorkbenchFrameProps {
  readonly workbench: ShownWorkbench
  readonly query: SearchParams
  readonly revisionUrl: string
  /** Link to the page with this session shown. */
  readonly hrefOf: (number: number) => string
  /** Where the form that runs the reference wallet for a comparison is posted to; absent for readers. */
  readonly runReference?: string
  /** The page with all runs. */
  readonly allRuns: string
  /** For readers: without links, codes and forms. */
  readonly readOnly?: boolean
  /** The links in both codes, the code with its settings, and what shares or ends it; absent for readers. */
  readonly links?: Readonly<Record<'issuance' | 'presentation', string>>
  readonly door?: ReactNode
  readonly share?: ReactNode
}

/** Title and icon of a workbench's tab: the icon is that of the session on the page. */
export function workbenchTab(workbench: ShownWorkbench | null, query: SearchParams): Pick<Metadata, 'title' | 'icons'> {
  if (workbench === null) return { title: 'This code has ended' }
  return { title: `Workbench ${workbench.mark}`, icons: tabIcons(shownLine(workbench, query)?.tone) }
}

/** The chosen session, or the newest. */
function shownLine({ lines }: ShownWorkbench, query: SearchParams): RunLine | undefined {
  const asked = Number(firstParam(query, 'session') ?? Number.NaN)
  return lines.find(({ number }) => number === asked) ?? lines[0]
}

/** The list of a workbench beside the chosen session, or the newest. */
export async function WorkbenchFrame({
  workbench,
  query,
  revisionUrl,
  hrefOf,
  runReference,
  allRuns,
  readOnly = false,
  links,
  door,
  share,
}: WorkbenchFrameProps) {
  const { lines, mark, name, wallet, revision, refused } = workbench
  const groups = foldRuns(lines)
  const shown = shownLine(workbench, query)
  const [newest] = groups
  const count = lines.length === 1 ? '1 run' : `${lines.length} runs`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-y-4 pt-4 max-md:gap-y-2 max-md:pt-2 wide:grid-cols-[286px_minmax(0,1fr)]">
      <aside
        aria-label="Workbench"
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 max-md:gap-2 md:px-6 wide:pr-0 wide:pl-4"
      >
        <div className="flex items-start justify-between gap-2">
          <p className="min-w-0 text-sm text-ink-2 [overflow-wrap:anywhere]">
            Workbench <span className="wire">{mark}</span>
            {name !== null && (
              <>
                {' '}
                <bdi>{name}</bdi>
              </>
            )}
            {wallet !== null && (
              <>
                , <bdi>{wallet.name}</bdi> <bdi>{wallet.version}</bdi>
              </>
            )}
          </p>
          {share}
        </div>
        {!readOnly && <CodesToType lines={lines} shown={shown?.number ?? null} />}
        {links && <OpenLinks {...links} />}
        {shown !== undefined && <Stepper lines={lines} shown={shown} hrefOf={hrefOf} />}
        <div className="max-md:flex max-md:flex-wrap max-md:gap-x-6 max-md:gap-y-2 md:contents">
          {door && (
            // On a phone the wallet is at hand: its links come first, and the code is for another phone.
            <details className="unfolded-wide max-md:open:basis-full" open={lines.length === 0}>
              <summary className="chevron flex min-h-6 items-center text-sm">QR code and settings</summary>
              <div className="max-md:pt-2">{door}</div>
            </details>
          )}
          {refused > 0 && (
            <p className="text-sm text-warn-ink">{refused === 1 ? '1 scan' : `${refused} scans`} refused: too many.</p>
          )}
          {lines.length > 0 && (
            // On a phone the newest session comes first: its list is one press away.
            <details className="unfolded-wide max-md:open:basis-full">
              <summary className="chevron flex min-h-6 items-center text-sm">{count}</summary>
              <h2 className="mb-1 text-sm max-md:hidden">{count}</h2>
              <RunRows
                groups={groups.slice(0, rowsShown)}
                hrefOf={hrefOf}
                shown={shown?.number ?? null}
                now={Date.now()}
              />
              <Link href={allRuns} className="link target mt-1 px-2 text-sm">
                {lines.length === 1 ? 'All runs' : `All ${count}`}
              </Link>
            </details>
          )}
        </div>
        <WorkbenchRefresh
          revisionUrl={revisionUrl}
          revision={revision}
          newest={newest === undefined ? '' : rowWords(newest)}
        />
        <noscript>
          <p className="text-xs text-ink-3">
            As of {new Date().toISOString().slice(11, 19)} UTC.{' '}
            <Link href={hrefOf(shown?.number ?? 0)} className="link">
              Reload
            </Link>{' '}
            for more.
          </p>
        </noscript>
      </aside>
      <div data-workbench="" className="min-w-0">
        {shown === undefined ? (
          <div className="px-4 md:px-6">
            <InspectorKeys failureLinks={[]} failureIndex={-1} shown="">
              <h1 className="text-lg">No session yet</h1>
              <p className="mt-2 mb-4 text-ink-2">
                {readOnly
                  ? 'The first scan shows here.'
                  : 'Scan the code with a wallet, or let the reference wallet try it.'}
              </p>
              <KeyList />
            </InspectorKeys>
          </div>
        ) : (
          <Shown
            line={shown}
            mates={lines}
            {...(runReference === undefined ? {} : { runReference })}
            readOnly={readOnly}
            place={placeOfRun(groups, shown.number)}
            target={{ ...readInspectorTarget(query), wing: firstParam(query, 'wing'), session: String(shown.number) }}
          />
        )}
      </div>
    </div>
  )
}

/** On a phone: the links of both codes, for the wallet on it. */
const OpenLinks = ({ issuance, presentation }: NonNullable<WorkbenchFrameProps['links']>) => (
  <div className="flex gap-2 md:hidden">
    <a href={issuance} className={buttonClass({}, 'flex-1')}>
      <Icon name="download" />
      Get
    </a>
    <a href={presentation} className={buttonClass({}, 'flex-1')}>
      <Icon name="upload" />
      Present
    </a>
  </div>
)

/** Most sessions whose transaction codes are shown. */
const codesMax = 3

/**
 * The transaction codes of sessions that wait for one. That of the shown session stands there in its middle, but on a
 * phone first of all.
 */
async function CodesToType({
  lines,
  shown,
}: {
  readonly lines: ShownWorkbench['lines']
  readonly shown: number | null
}) {
  const open = lines.filter(({ kind, isOver }) => kind === 'issuance' && !isOver)
  const read = await Promise.all(
    open.slice(0, codesMax).map(async ({ number, sessionId }) => ({ number, found: await readIssuance(sessionId) })),
  )
  return read.map(({ number, found }) => {
    const session = found?.inspected.session
    if (session === undefined || session.tx_code === null) return null
    return (
      <section
        key={number}
        aria-label={`Session ${number}`}
        className={cn(
          'grid gap-1 rounded-md border border-line bg-surface p-3 max-md:order-first',
          number === shown && 'md:hidden',
        )}
      >
        <h2 className="text-sm">Session {number}</h2>
        <TransactionCode code={session.tx_code} attempts={transactionAttempts(session.tx_code, session.events)} />
      </section>
    )
  })
}

interface StepperProps {
  /** Newest first. */
  readonly lines: ShownWorkbench['lines']
  readonly shown: ShownWorkbench['lines'][number]
  readonly hrefOf: (number: number) => string
}

/** The place of the shown session among all, on a phone, with links to its neighbours. */
function Stepper({ lines, shown, hrefOf }: StepperProps) {
  const at = lines.indexOf(shown)
  const step = (to: ShownWorkbench['lines'][number] | undefined, words: string) =>
    to === undefined ? (
      <span aria-hidden="true" className="w-20" />
    ) : (
      <Link href={hrefOf(to.number)} scroll={false} className="link target w-20 last:text-right">
        {words}
      </Link>
    )
  return (
    <nav aria-label="Sessions" className="flex items-center justify-between text-sm md:hidden">
      {step(lines[at + 1], 'Earlier')}
      <span className="tabular-nums">
        Session {shown.number} of {lines[0]?.number}
      </span>
      {step(lines[at - 1], 'Later')}
    </nav>
  )
}

interface ShownProps {
  readonly line: ShownWorkbench['lines'][number]
  readonly mates: ShownWorkbench['lines']
  readonly runReference?: string
  readonly readOnly: boolean
  readonly place: PlaceOfRun
  readonly target: ReturnType<typeof readInspectorTarget>
}

const Shown = ({ line, ...rest }: ShownProps) =>
  line.kind === 'issuance' ? (
    <IssuanceSession sessionId={line.sessionId} {...rest} />
  ) : (
    <PresentationSession sessionId={line.sessionId} {...rest} />
  )
