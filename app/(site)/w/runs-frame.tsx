import Link from 'next/link'
import { readRunView } from '@/components/runs/run-filter'
import { WorkbenchRuns } from '@/components/runs/run-lists'
import { type RunScope, RunScopes } from '@/components/runs/run-scopes'
import { workbenchRows } from '@/components/runs/workbench-rows'
import { LiveWords } from '@/components/ui/live-words'
import { rowWords } from '@/components/workbench/run-rows'
import { WorkbenchRefresh } from '@/components/workbench/workbench-refresh'
import { foldRuns, type RunLine } from '@/lib/core/workbenches/fold-runs'
import { firstParam, type SearchParams } from '@/lib/queries/inspector-target'
import type { ShownWorkbench } from '@/lib/queries/workbenches'

interface RunsFrameProps {
  readonly workbench: ShownWorkbench
  readonly query: SearchParams
  readonly scopes: readonly RunScope[]
  /** Path of the page, and of that of the workbench. */
  readonly at: string
  readonly back: string
  readonly revisionUrl: string
  /** Link to the page that shows this session. */
  readonly hrefOf: (line: RunLine) => string
}

/** The runs of a workbench, which follow what is on record. */
export function RunsFrame({ workbench, query, scopes, at, back, revisionUrl, hrefOf }: RunsFrameProps) {
  const { lines, revision } = workbench
  const [newest] = foldRuns(lines.slice(0, 1))
  const now = Date.now()
  return (
    <div className="mx-auto max-w-[1400px] px-4 pb-12 md:px-6">
      <WorkbenchRuns
        head={<RunScopes scopes={scopes} />}
        view={readRunView((name) => firstParam(query, name))}
        at={at}
        more={{}}
        now={now}
        rows={workbenchRows(workbench, hrefOf)}
      />
      <WorkbenchRefresh
        revisionUrl={revisionUrl}
        revision={revision}
        newest={newest === undefined ? '' : rowWords(newest)}
      />
      <p className="flex flex-wrap gap-x-4 pt-3 text-sm text-ink-2">
        <Link href={back} className="link target">
          To the workbench
        </Link>
        <span className="py-[3px]">
          <LiveWords lost={false} at={now} />
        </span>
        <span className="py-[3px]">
          A CI job joins this list with <code className="wire">"workbench"</code>, the id of the workbench, in its
          request.
        </span>
      </p>
    </div>
  )
}
