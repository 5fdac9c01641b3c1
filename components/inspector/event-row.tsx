// Client: keeps the RSC payload small; a timeline has many.
'use client'

interface EventRowProps {
  /** Time since the session was created, in words. */
  readonly since: string
  readonly words: string
}

/** An event between two exchanges, less prominent. */
export function EventRow({ since, words }: EventRowProps) {
  return (
    <li className="grid grid-cols-[80px_1fr] gap-x-2 py-[3px] pr-4 pl-[13px] text-xs text-ink-3">
      <span className="text-right">{since}</span>
      <span className="before:mr-2 before:inline-block before:size-[5px] before:rounded-full before:border before:border-current before:align-[2px]">
        {words}
      </span>
    </li>
  )
}
