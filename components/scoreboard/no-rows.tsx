import { type BoardView, boardQuery, defaultView } from '@/lib/core/scoreboard/rows/board-view'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'

interface NoRowsProps {
  /** Whether there are no rows at all, regardless of filters. */
  readonly isEmpty: boolean
  readonly view: BoardView
  /** Shows another view without leaving the page. */
  readonly onFollow: (view: BoardView, event: React.MouseEvent) => void
}

/** Shown instead of a table without rows. */
export function NoRows({ isEmpty, view, onFollow }: NoRowsProps) {
  if (isEmpty)
    return (
      <div className="grid gap-2 p-6 text-ink-2">
        <p className="font-medium text-ink">No results yet</p>
        <p className="max-w-[74ch]">
          Here you will see how often each test pipeline succeeded, with the wallets, issuers and verifiers that it
          tests. Nobody has published a run so far. You do not have to wait for one:
        </p>
        <a className={buttonClass({ look: 'solid' }, 'w-fit')} href={paths.start()}>
          Test your own wallet
        </a>
      </div>
    )
  const cleared = { ...defaultView, order: view.order, size: view.size }
  return (
    <div className="flex flex-wrap items-center gap-3 p-6 text-ink-2">
      <p>No pipelines match these filters.</p>
      <a
        href={paths.scoreboard(boardQuery(cleared))}
        className={buttonClass()}
        onClick={(event) => onFollow(cleared, event)}
      >
        Clear filters
      </a>
    </div>
  )
}
