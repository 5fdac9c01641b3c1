import Link from 'next/link'
import type { ReactNode } from 'react'
import { RunRows, rowWords } from '@/components/workbench/run-rows'
import { WorkbenchRefresh } from '@/components/workbench/workbench-refresh'
import { foldRuns } from '@/lib/core/workbenches/fold-runs'
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
  /** For readers: without links, codes and forms. */
  readonly readOnly?: boolean
  /** The code with its settings; absent for readers. */
  readonly door?: ReactNode
}

/** The list of a workbench beside the chosen session, or the newest. */
export async function WorkbenchFrame({
  workbench,
  query,
  revisionUrl,
  hrefOf,
  readOnly = false,
  door,
}: WorkbenchFrameProps) {
  const { lines, mark, name, wallet, revision } = workbench
  const groups = foldRuns(lines)
  const asked = Number(firstParam(query, 'session') ?? Number.NaN)
  const shown = lines.find(({ number }) => number === asked) ?? lines[0]
  const [newest] = groups
  return (
    <div className="grid gap-x-2 px-4 pt-4 lg:grid-cols-[286px_minmax(0,1fr)]">
      <aside aria-label="Workbench" className="grid content-start gap-4">
        <p className="text-sm text-ink-2">
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
        {door}
        {lines.length > 0 && (
          <div className="grid gap-1">
            <h2 className="text-sm">{lines.length === 1 ? '1 run' : `${lines.length} runs`}</h2>
            <RunRows
              groups={groups.slice(0, rowsShown)}
              hrefOf={hrefOf}
              shown={shown?.number ?? null}
              now={Date.now()}
            />
          </div>
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
      <div className="min-w-0">
        {shown === undefined ? (
          <>
            <h1 className="text-lg">No session yet</h1>
            <p className="mt-2 text-ink-2">
              {readOnly
                ? 'The first scan shows here.'
                : 'Scan the code with a wallet, or let the reference wallet try it.'}
            </p>
          </>
        ) : (
          <Shown line={shown} readOnly={readOnly} target={readInspectorTarget(query)} />
        )}
      </div>
    </div>
  )
}

interface ShownProps {
  readonly line: ShownWorkbench['lines'][number]
  readonly readOnly: boolean
  readonly target: ReturnType<typeof readInspectorTarget>
}

const Shown = ({ line, ...rest }: ShownProps) =>
  line.kind === 'issuance' ? (
    <IssuanceSession sessionId={line.sessionId} {...rest} />
  ) : (
    <PresentationSession sessionId={line.sessionId} {...rest} />
  )
