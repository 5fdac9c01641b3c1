import { cn } from '@/lib/cn'
import { usualSizes } from '@/lib/core/scoreboard/rows/board-view'
import { boardColumns, boardWidth } from './board-columns'

const rows = Array.from({ length: usualSizes.desktop }, (_, place) => place)
const bar = 'block rounded-sm bg-line'

/** The columns of the table, as wide as there: on a wide page both share out the room in proportion to their widths. */
const grid = {
  '--board-width': `${boardWidth}px`,
  '--board-columns': boardColumns.map(({ width }) => `minmax(0,${width}fr)`).join(' '),
} as React.CSSProperties

/** A placeholder for the scoreboard while its rows load. */
export function BoardSkeleton() {
  return (
    <div data-arriving="" className="mx-auto max-w-board px-4 md:px-6">
      <p role="status" className="sr-only">
        Loading the scoreboard
      </p>
      <div aria-hidden="true" className="animate-pulse motion-reduce:animate-none">
        <div className="pt-6 pb-4">
          <p className="text-2xl leading-tight font-semibold">Pipeline scoreboard</p>
          <span className={`${bar} mt-2 h-4 w-3/4 max-w-[520px]`} />
        </div>
        <div className="rounded-md border border-line bg-surface">
          <div className="flex flex-wrap gap-2 border-b border-line px-3 py-2.5">
            <span className={`${bar} h-(--control-size) w-60`} />
            <span className={`${bar} h-(--control-size) w-24`} />
            <span className={`${bar} h-(--control-size) w-full max-w-[340px]`} />
          </div>
          <div style={grid} className="md:max-board:overflow-hidden">
            <div className="grid border-b border-line-strong bg-sunk max-md:hidden md:min-w-(--board-width) md:grid-cols-(--board-columns)">
              {boardColumns.map(({ id, header }) => (
                <span
                  key={id}
                  data-column=""
                  className="flex min-h-12 items-end py-2 pr-1 pl-2.5 text-xs font-[550] wrap-anywhere text-ink-2 hyphens-auto"
                >
                  {header}
                </span>
              ))}
            </div>
            {rows.map((place) => (
              <div
                key={place}
                data-row=""
                className="grid grid-cols-[72px_minmax(0,1fr)_40px] items-start gap-x-3 gap-y-2 border-b border-line p-3 last:border-0 md:min-w-(--board-width) md:grid-cols-(--board-columns) md:gap-0 md:p-0"
              >
                {boardColumns.map(({ id, card }) => (
                  <span key={id} className={cn(card ?? 'max-md:hidden', 'md:px-2.5 md:py-2')}>
                    <span className={cn(bar, id === 'screenshot' ? 'h-16 md:w-20' : 'h-4')} />
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
