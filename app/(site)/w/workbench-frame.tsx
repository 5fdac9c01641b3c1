import Link from 'next/link'
import type { ReactNode } from 'react'
import { RunRows, rowWords } from '@/components/workbench/run-rows'
import { WorkbenchRefresh } from '@/components/workbench/workbench-refresh'
import { foldRuns, type PlaceOfRun, placeOfRun } from '@/lib/core/workbenches/fold-runs'
import { firstParam, readInspectorTarget, type SearchParams } from '@/lib/queries/inspector-target'
import type { ShownWorkbench } from '@/lib/queries/workbenches'
import { IssuanceSession } from '../inspect/issuance/[sessionId]/issuance-session'
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
  /** The code with its settings, and what shares or ends it; absent for readers. */
  readonly door?: ReactNode
  readonly share?: ReactNode
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
  door,
  share,
}: WorkbenchFrameProps) {
  const { lines, mark, name, wallet, revision } = workbench
  const groups = foldRuns(lines)
  const asked = Number(firstParam(query, 'session') ?? Number.NaN)
  const shown = lines.find(({ number }) => number === asked) ?? lines[0]
  const [newest] = groups
  const count = lines.length === 1 ? '1 run' : `${lines.length} runs`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-y-4 pt-4 wide:grid-cols-[286px_minmax(0,1fr)]">
      <aside
        aria-label="Workbench"
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 md:px-6 wide:pr-0 wide:pl-4"
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
        {door}
        {shown !== undefined && <Stepper lines={lines} shown={shown} hrefOf={hrefOf} />}
        {lines.length > 0 && (
          // On a phone the newest session comes first: its list is one press away.
          <details className="unfolded-wide">
            <summary className="chevron flex min-h-6 items-center text-sm">{count}</summary>
            <h2 className="mb-1 text-sm max-md:hidden">{count}</h2>
            <RunRows
              groups={groups.slice(0, rowsShown)}
              hrefOf={hrefOf}
              shown={shown?.number ?? null}
              now={Date.now()}
            />
            <Link href={allRuns} className="link target mt-1 px-2 text-sm">
              All {count}
            </Link>
          </details>
        )}
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
            <h1 className="text-lg">No session yet</h1>
            <p className="mt-2 text-ink-2">
              {readOnly
                ? 'The first scan shows here.'
                : 'Scan the code with a wallet, or let the reference wallet try it.'}
            </p>
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
