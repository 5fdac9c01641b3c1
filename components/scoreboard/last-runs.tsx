import type { RunMark } from '@/lib/queries/scoreboard-sample'

const dots: Readonly<Record<RunMark, string>> = {
  passed: 'h-2 bg-pass-mark',
  failed: 'h-3 bg-fail-mark',
  uncounted: 'h-0.5 bg-unseen-mark',
}

/** A dot for each of the last runs, the oldest first. */
export const LastRuns = ({ marks }: { readonly marks: readonly RunMark[] }) => (
  <span
    role="img"
    aria-label={`Last ${marks.length === 1 ? '1 run' : `${marks.length} runs`}: ${marks.filter((mark) => mark === 'failed').length} failed`}
    className="mt-auto flex h-3 items-end gap-0.5"
  >
    {marks.map((mark, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: dots have no identity except their position.
      <i key={place} className={`w-1 rounded-sm ${dots[mark]}`} />
    ))}
  </span>
)
