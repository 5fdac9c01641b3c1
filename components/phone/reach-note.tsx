import Link from 'next/link'
import type { Reach } from '@/lib/core/reach'
import { paths } from '@/lib/paths'
import { Note } from '../ui/note'

/** Says plainly that no wallet on a phone can use this address, why, and the way out. Nothing where one can. */
export function ReachNote({ plainHttp, thisMachineOnly }: Reach) {
  if (!plainHttp && !thisMachineOnly) return null
  return (
    <Note kind="warning">
      {plainHttp
        ? 'This service runs on plain http: real wallets refuse that before their first request. '
        : 'The address of this service names this machine only: on a phone that is the phone itself. '}
      Use <code>npm start -- --phone</code>.{' '}
      <Link className="underline" href={paths.phone()}>
        Connect a phone
      </Link>
    </Note>
  )
}
