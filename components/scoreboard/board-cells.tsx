import Link from 'next/link'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { Icon } from '../ui/icon'
import { EmptyCell } from './entity-list'

interface ScreenshotCellProps {
  readonly row: ScoreboardRow
  /** Shows the picture over the page; without it, or without script, the link opens the file. */
  readonly onOpen?: ((row: ScoreboardRow) => void) | undefined
}

/** Button for the first screenshot of the latest success. The picture is loaded only when it is pressed. */
export function ScreenshotCell({ row, onOpen }: ScreenshotCellProps) {
  const execution = row.expand.latest_successful_execution
  const [name] = execution?.screenshots ?? []
  if (execution === undefined || name === undefined) return <EmptyCell />
  return (
    <a
      href={paths.artifact(execution.id, name)}
      aria-label={`Screenshot of ${row.expand.pipeline?.name ?? 'this pipeline'}`}
      title="Show the screenshot"
      className="grid size-7 place-items-center rounded-md border border-line-strong bg-surface hover:border-control hover:bg-hover"
      onClick={(event) => {
        if (onOpen === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onOpen(row)
      }}
    >
      <Icon name="picture" className="size-4" />
    </a>
  )
}

interface PipelineCellProps {
  readonly row: ScoreboardRow
  /** The name as the row shows it. */
  readonly name: string
  readonly builtIn: boolean
}

/** Name of a pipeline, linked to its page, with its tags. */
export function PipelineCell({ row, name, builtIn }: PipelineCellProps) {
  const { pipeline } = row.expand
  return (
    <span className="flex min-w-0 items-baseline gap-1.5 font-normal">
      {pipeline === undefined ? (
        <span className="truncate text-ink-2 italic">Private pipeline</span>
      ) : (
        <Link
          href={paths.pipeline(pipeline.path)}
          prefetch={false}
          title={pipeline.name}
          className="min-w-0 truncate py-[3px] font-medium hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
      )}
      {builtIn && <Tag words="built in" />}
      {row.stale_since !== '' && <Tag words="partly older" />}
    </span>
  )
}

const Tag = ({ words }: { readonly words: string }) => (
  <span className="shrink-0 rounded-sm border border-line px-1 text-xs whitespace-nowrap text-ink-3">{words}</span>
)
