import type { PipelineView } from '@/lib/queries/pipeline'
import type { RunDesk } from '@/lib/queries/run-desk'
import { renderedPaths } from '@/lib/rendered-paths'
import { LiveRefresh } from '../inspector/live-refresh'
import { Panel } from '../ui/panel'
import { RunItem } from './run-item'

interface RunsPanelProps {
  readonly pipeline: PipelineView
  /** `null` for everybody but the operator. */
  readonly desk: RunDesk | null
  /** The run that was just asked to end; '' for none. */
  readonly ending: string
  /** What the page polls, as it was when it was rendered. */
  readonly revision: string
  /** How long it polls, in milliseconds: also a while after the end of a run, for its files. */
  readonly liveForMillis: number
  /** When the page is rendered, epoch milliseconds. */
  readonly now: number
}

/** The runs that wait or go on, followed while one does. For a visitor there is no panel where none does. */
export function RunsPanel({ pipeline, desk, ending, revision, liveForMillis, now }: RunsPanelProps) {
  const { running, moreRunning, name, path } = pipeline
  const counting = running.find(({ id }) => desk?.waits.get(id)?.kind === 'wallet')?.id
  const done = running.flatMap(({ steps }) => steps).filter(({ state }) => state !== 'waiting' && state !== 'running')
  const live = liveForMillis > 0 && (
    <p className="text-sm text-ink-2">
      <LiveRefresh
        revisionUrl={renderedPaths.pipelineRevision(path)}
        revision={revision}
        exchangeCount={done.length}
        arriving={['finished step', 'finished steps']}
        liveForMillis={liveForMillis}
      />
    </p>
  )
  if (running.length === 0 && desk === null) return live || null
  return (
    <Panel labelledBy="runs" className="p-4 md:p-5">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="runs" className="text-lg">
          Runs under way
        </h2>
        {live}
      </div>
      {running.length === 0 ? (
        <p className="text-ink-2">None at the moment.</p>
      ) : (
        <ol className="grid">
          {running.map((run) => (
            <RunItem
              key={run.id}
              run={run}
              pipeline={pipeline}
              controls={
                desk && {
                  formToken: desk.formToken,
                  wait: desk.waits.get(run.id) ?? null,
                  isEnding: run.id === ending,
                  pageTitle: run.id === counting ? `${name} · Wallet Capture` : null,
                }
              }
              now={now}
            />
          ))}
        </ol>
      )}
      {moreRunning && <p className="mt-3 text-sm text-ink-2">More runs wait behind these.</p>}
    </Panel>
  )
}
