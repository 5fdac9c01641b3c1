import { instantOf } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { filterOf, isPipelinePath } from '@/lib/core/shared/ports/filter'
import { isUuid } from '@/lib/core/shared/ports/ids'
import { toIso } from '@/lib/core/shared/time/time'
import { paths } from '@/lib/paths'

/** The newest failed run of a pipeline, as far as a visitor may see it. */
export interface LastFailure {
  /** The check that failed, or the reason in words. */
  readonly words: string
  readonly isCheck: boolean
  /** RFC 3339. */
  readonly at: string
  /** Page of the session that failed; `null` for none. */
  readonly evidence: string | null
}

interface FailedRun {
  readonly started_at?: unknown
  readonly reason?: unknown
  readonly steps?: unknown
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads a record of a run, which may come from elsewhere in any form; `null` if it says nothing. */
export function readLastFailure({ started_at, reason, steps }: FailedRun): LastFailure | null {
  const at = instantOf(text(started_at))
  if (at === null) return null
  const failed = (Array.isArray(steps) ? steps : []).find((step) => step?.state === 'failed')
  const [word = '', detail = ''] = text(failed?.reason).split(': ')
  const [first = ''] = detail.split(',', 1)
  const check = /^[a-z][\w~]*(?:\.[\w~]+)+$/.test(first) ? first : undefined
  const session = text(failed?.session_id)
  const pageOf = { issuance: paths.inspectIssuance, presentation: paths.inspectPresentation }[text(failed?.kind)]
  return {
    words: check ?? ((word || text(reason)).replaceAll('_', ' ').slice(0, 80) || 'failed'),
    isCheck: check !== undefined,
    at: toIso(at),
    evidence: isUuid(session) && pageOf !== undefined ? pageOf(session) : null,
  }
}

/** Asks for the newest failed run of a pipeline; `null` if there is none to see. Throws if the service does not respond. */
export async function loadLastFailure(path: string): Promise<LastFailure | null> {
  if (!isPipelinePath(path)) return null
  const query = new URLSearchParams({
    filter: filterOf(
      ['pipeline.path', '=', { path }],
      [
        ['status', '=', { word: 'failed' }],
        ['status', '=', { word: 'timed_out' }],
      ],
    ),
    sort: '-started_at',
    perPage: '1',
    skipTotal: '1',
    fields: 'started_at,reason,steps',
  })
  const response = await fetch(paths.pipelineRuns(query))
  if (!response.ok) throw new Error(`The runs: ${response.status}`)
  const [run] = ((await response.json()) as { items: FailedRun[] }).items
  return run === undefined ? null : readLastFailure(run)
}
