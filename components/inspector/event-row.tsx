import { type EventRow as Row, sinceStart } from './model/timeline'

/** An event between two exchanges, less prominent. */
export function EventRow({ row }: { readonly row: Row }) {
  return (
    <li className="grid grid-cols-[80px_1fr] gap-x-2 py-[3px] pr-4 pl-[13px] text-xs text-ink-3">
      <span className="text-right">{sinceStart(row.sinceStartMillis)}</span>
      <span className="before:mr-2 before:inline-block before:size-[5px] before:rounded-full before:border before:border-current before:align-[2px]">
        {row.words}
      </span>
    </li>
  )
}
