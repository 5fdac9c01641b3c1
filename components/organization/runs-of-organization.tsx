import { paths } from '@/lib/paths'
import type { RunOfOrganization } from '@/lib/queries/organization'
import { HeadedList } from '../ui/secrets'
import { RelativeTime } from '../ui/time'
import { OutcomeWords } from './pipeline-list'

/** The newest runs of an organisation, private ones too. */
export function RunsOfOrganization({
  runs,
  now,
}: {
  readonly runs: readonly RunOfOrganization[]
  readonly now: number
}) {
  return (
    <HeadedList id="runs" title="Newest runs" none="None yet. Run a pipeline, or report an execution.">
      {runs.map(({ id, pipeline, pipelineId, status, startedAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 md:px-5">
          <a className="link target mr-auto [overflow-wrap:anywhere]" href={paths.organizationPipeline(pipelineId)}>
            <bdi>{pipeline}</bdi>
          </a>
          <OutcomeWords status={status} />
          <span className="text-ink-3">
            <RelativeTime at={startedAt} now={now} />
          </span>
        </li>
      ))}
    </HeadedList>
  )
}
