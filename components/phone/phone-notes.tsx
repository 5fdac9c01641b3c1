import Link from 'next/link'
import type { Reach } from '@/lib/core/shared/values/reach'
import { paths } from '@/lib/paths'
import { Note } from '../ui/note'
import { RelativeTime } from '../ui/time'

interface ReachNoteProps extends Reach {
  /** False on the page that the note links to. */
  readonly linked?: boolean
}

/** Explains why no wallet on a phone can reach this address, and what to do. Renders nothing if phones can. */
export function ReachNote({ plainHttp, thisMachineOnly, linked = true }: ReachNoteProps) {
  if (!plainHttp && !thisMachineOnly) return null
  return (
    <Note kind="warning">
      {plainHttp
        ? 'Phones need https: most wallets refuse this address. '
        : 'The address of this service points to this machine only; on a phone it means the phone itself. '}
      {linked ? (
        <Link className="underline" href={paths.phone()}>
          How to connect one
        </Link>
      ) : (
        <>
          Use <code>npm start -- --phone</code>.
        </>
      )}
    </Note>
  )
}

interface RefusedNoteProps {
  /** Time of the rejection, epoch milliseconds. */
  readonly at: number
  readonly now: number
}

/** The only trace of a phone that does not trust the certificate. */
export function RefusedNote({ at, now }: RefusedNoteProps) {
  return (
    <Note kind="warning">
      A client reached this service but rejected its certificate{' '}
      <RelativeTime at={new Date(at).toISOString()} now={now} />: it does not trust the issuer, so it sent nothing. This
      may have been a browser on this computer before its warning was accepted.
    </Note>
  )
}
