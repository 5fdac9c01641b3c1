import type { Metadata } from 'next'
import Link from 'next/link'
import { buttonClass } from '@/components/ui/button-class'
import { paths } from '@/lib/paths'
import { MessagePage } from './message-page'

export const sessionNotFoundMetadata: Metadata = { title: 'No such session' }

/** Shown for a session of either kind that does not exist. */
export function SessionNotFound() {
  return (
    <MessagePage
      title="Session not found"
      actions={
        <Link href={paths.start()} className={buttonClass({ look: 'solid' })}>
          Start a new session
        </Link>
      }
    >
      <p>
        It may have been deleted: sessions and their evidence are kept for a limited time. Or the link is incomplete: a
        session id has 36 characters.
      </p>
    </MessagePage>
  )
}
