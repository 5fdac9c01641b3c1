import { cn } from '@/lib/cn'
import { defaultView, usualSizes } from '@/lib/core/scoreboard/rows/board-view'
import { facetsOf } from '@/lib/core/scoreboard/rows/filter-rows'
import { paths } from '@/lib/paths'
import { boardColumns, widthOf } from './board-columns'
import { BoardFilters } from './board-filters'
import { BoardHeader, BoardTools, SidewaysNote } from './board-frame'

const rows = Array.from({ length: usualSizes.desktop }, (_, place) => place)
const bar = 'block rounded-sm bg-line'

/** Table columns with their final proportions: on a wide page they share the room by their widths. */
const grid = {
  '--board-width': `${widthOf(boardColumns)}px`,
  '--board-columns': boardColumns.map(({ width }) => `minmax(0,${width}fr)`).join(' '),
} as React.CSSProperties

/** Controls of a placeholder do nothing. */
const ignore = () => undefined

/**
 * Placeholder for the scoreboard while its rows load. Built from the page's own parts, so that nothing moves when they
 * arrive. It overlays the page being left, which keeps its scroll position for the back button.
 */
export function BoardSkeleton() {
  return (
    <div data-arriving="" className="fixed inset-x-0 top-(--bar) bottom-0 z-10 overflow-hidden bg-canvas">
      <p role="status" className="sr-only">
        Loading the scoreboard
      </p>
      <div
        inert
        aria-hidden="true"
        className="mx-auto max-w-board animate-pulse px-4 motion-reduce:animate-none md:px-6"
      >
        <BoardHeader totals={null} committedAt="" now={0} />
        <div className="rounded-md border border-line bg-surface">
          <BoardFilters
            view={defaultView}
            facets={facetsOf([])}
            total={0}
            all={0}
            isReady={false}
            onChange={ignore}
            onFollow={ignore}
          >
            <BoardTools address={paths.scoreboard()} isReady={false} onSave={ignore} />
          </BoardFilters>
          {/* A placeholder cannot scroll, so it only reserves the note's room. */}
          <div className="invisible">
            <SidewaysNote />
          </div>
          <div style={grid} className="md:max-board:overflow-hidden">
            <div className="grid border-b border-line-strong bg-sunk max-md:hidden md:min-w-(--board-width) md:grid-cols-(--board-columns)">
              {boardColumns.map(({ id, header }) => (
                <span
                  key={id}
                  data-column=""
                  className="flex min-h-10 items-end py-1.5 pr-1 pl-2.5 text-xs font-[550] wrap-break-word text-ink-2 hyphens-auto"
                >
                  {header}
                </span>
              ))}
            </div>
            {rows.map((place) => (
              <div
                key={place}
                data-row=""
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-3 py-1.5 last:border-0 md:h-9 md:min-w-(--board-width) md:grid-cols-(--board-columns) md:gap-0 md:p-0"
              >
                {boardColumns.map(({ id, narrow }) => (
                  <span key={id} className={cn(narrow ?? 'max-md:hidden', 'h-6 py-1 md:px-2.5')}>
                    <span className={cn(bar, 'h-4 min-w-16')} />
                  </span>
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}
