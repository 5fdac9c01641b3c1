import type { DefinitionProblem } from '@/lib/core/scoreboard/pipelines/z-definition'
import type { PipelineView } from '@/lib/queries/pipeline'
import type { RunDesk, VersionChoice } from '@/lib/queries/run-desk'
import { renderedPaths } from '@/lib/rendered-paths'
import { LiveRefresh } from '../inspector/live-refresh'
import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'
import { RunItem } from './run-item'

interface RunsPanelProps {
  readonly pipeline: PipelineView
  /** `null` for visitors. */
  readonly desk: RunDesk | null
  /** Run whose cancellation was just requested; '' for none. */
  readonly ending: string
  /** Revision at rendering; the page polls for a newer one. */
  readonly revision: string
  /** How long to poll, in milliseconds; includes a while after a run's end, for its files. */
  readonly liveForMillis: number
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
}

/** Waiting and running runs; polls while there are any. Hidden from visitors when there are none. */
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
        now={now}
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

interface RunNowProps {
  readonly path: string
  readonly formToken: string
  readonly idempotencyKey: string
  readonly versions: readonly VersionChoice[]
  /** Version chosen before a run was refused. */
  readonly chosen: string
}

/** Starts a run with the chosen wallet version. */
export function RunNow({ path, formToken, idempotencyKey, versions, chosen }: RunNowProps) {
  return (
    <form method="post" action={renderedPaths.runPipeline(path)} className="flex min-w-0 flex-wrap items-end gap-2">
      <input type="hidden" name="form_token" value={formToken} />
      <input type="hidden" name="idempotency_key" value={idempotencyKey} />
      {versions.length > 0 && (
        <label className="grid min-w-0 gap-1 text-xs text-ink-2">
          Version of the wallet
          <select
            name="wallet_version"
            defaultValue={versions.some((version) => version.path === chosen) ? chosen : ''}
            className="h-(--control-size) max-w-full min-w-0 rounded-md border border-control bg-surface px-2 text-sm text-ink"
          >
            <option value="">As the definition says</option>
            {versions.map((version) => (
              <option key={version.path} value={version.path}>
                {version.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="submit" className={buttonClass({ look: 'solid' })}>
        Run now
      </button>
    </form>
  )
}

const words: Readonly<Record<string, string>> = {
  temporal_unavailable: 'Temporal is not responding, so nothing was changed. Try again in a moment.',
  store_unavailable: 'Storage is not responding. Try again in a moment.',
  invalid_pipeline: 'No run was started: the definition of this pipeline is wrong.',
  pipeline_not_found: 'No run was started: this pipeline does not exist any more.',
  invalid_request: 'No run was started: choose a version of the wallet that exists.',
  idempotency_key_reused: 'This form has started a run already, of another version. Send it again for one more.',
  execution_ended: 'This run had ended already.',
  execution_not_found: 'This run does not exist any more.',
}

interface RunProblemProps {
  /** From the URL, so only known codes have a text. */
  readonly code: string
  /** Invalid places in the definition. */
  readonly places: readonly DefinitionProblem[]
}

/** Why a form of this page was refused. */
export function RunProblem({ code, places }: RunProblemProps) {
  const known = Object.hasOwn(words, code) ? words[code] : undefined
  return (
    <div role="alert">
      <Note kind="warning">
        {known ?? 'This did not work. Try again; the log of the service says why.'}
        {places.length > 0 && (
          <ul className="mt-1 grid list-disc gap-1 pl-5">
            {places.map(({ path, message }) => (
              <li key={`${path} ${message}`} className="wrap-anywhere">
                <code>{path === '' ? 'definition' : path}</code> {message}
              </li>
            ))}
          </ul>
        )}
      </Note>
    </div>
  )
}
