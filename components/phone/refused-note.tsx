import { Note } from '../ui/note'
import { RelativeTime } from '../ui/relative-time'

interface RefusedNoteProps {
  /** When a client refused our certificate, epoch milliseconds. */
  readonly at: number
  readonly now: number
}

/** The only trace that a phone leaves if it does not trust the certificate. */
export function RefusedNote({ at, now }: RefusedNoteProps) {
  return (
    <Note kind="warning">
      A client reached this service but rejected its certificate{' '}
      <RelativeTime at={new Date(at).toISOString()} now={now} />: it does not trust the issuer, so it sent nothing. This
      may have been a browser on this computer before its warning was accepted.
    </Note>
  )
}
