const rows = Array.from({ length: 20 }, (_, place) => place)
const bar = 'block rounded-sm bg-line'

/** A placeholder for the scoreboard while its rows load. */
export function BoardSkeleton() {
  return (
    <div data-arriving="" className="mx-auto max-w-board px-4 md:px-6">
      <p role="status" className="sr-only">
        Loading the scoreboard
      </p>
      <div aria-hidden="true" className="animate-pulse motion-reduce:animate-none">
        <div className="pt-6 pb-4">
          <p className="text-2xl font-semibold">Pipeline scoreboard</p>
          <span className={`${bar} mt-2 h-4 w-3/4 max-w-[520px]`} />
        </div>
        <div className="rounded-md border border-line bg-surface">
          <div className="flex gap-2 border-b border-line px-3 py-2.5">
            <span className={`${bar} h-(--control-size) w-60`} />
            <span className={`${bar} h-(--control-size) w-24`} />
          </div>
          {rows.map((place) => (
            <div
              key={place}
              data-row=""
              className="grid grid-cols-[72px_minmax(0,1fr)] items-start gap-3 border-b border-line p-3 last:border-0 md:grid-cols-[140px_80px_140px_repeat(5,minmax(0,1fr))]"
            >
              <span className={`${bar} h-8 max-md:order-2`} />
              <span className={`${bar} h-16`} />
              <span className={`${bar} h-4 max-md:order-3 max-md:col-span-2`} />
              {rows.slice(0, 5).map((column) => (
                <span key={column} className={`${bar} h-4 max-md:hidden`} />
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
