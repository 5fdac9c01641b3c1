import { Note } from '../ui/note'
import { RelativeTime } from '../ui/relative-time'

interface RefusedNoteProps {
  /** When a client refused our certificate, epoch milliseconds. */
  readonly at: number
  readonly now: number
}

/** The one trace that a phone leaves when it does not trust the certificate. */
export function RefusedNote({ at, now }: RefusedNoteProps) {
  return (
    <Note kind="warning">
      A client reached this service and refused its certificate{' '}
      <RelativeTime at={new Date(at).toISOString()} now={now} />: it does not trust who signed it, so it sent nothing.
      That may have been a browser on this computer, before its warning was passed.
    </Note>
  )
}
