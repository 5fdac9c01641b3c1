import type { Metadata } from 'next'
import Link from 'next/link'
import { buttonClass } from '@/components/ui/button-class'
import { paths } from '@/lib/paths'
import { MessagePage } from './message-page'

export const sessionNotFoundMetadata: Metadata = { title: 'No such session' }

/** Shown in place of a session of either kind that does not exist. */
export function SessionNotFound() {
  return (
    <MessagePage
      title="There is no such session"
      actions={
        <Link href={paths.start()} className={buttonClass({ look: 'solid' })}>
          Start a new session
        </Link>
      }
    >
      <p>
        Sessions and their evidence are deleted after the time that this installation keeps them. Or the link lost a
        part on its way: a session id has 36 characters.
      </p>
    </MessagePage>
  )
}
