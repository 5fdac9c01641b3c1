import type { Metadata } from 'next'
import Link from 'next/link'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { MessagePage } from './message-page'

/** Shown instead of evidence to visitors without access. */
export function EvidenceClosed() {
  return (
    <MessagePage
      title="Evidence is protected here"
      actions={
        <Link href={paths.start()} className={buttonClass({ look: 'solid' })}>
          Go to the start page
        </Link>
      }
    >
      <p>Enter the operator token of this installation as the HTTP Basic password.</p>
    </MessagePage>
  )
}

export const sessionNotFoundMetadata: Metadata = { title: 'No such session' }

/** Not-found page for sessions of either kind. */
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

/** When a page without storage is read again, in seconds, as `proxy.ts` says in its header. */
const awaySeconds = 10

export const workbenchEndedMetadata: Metadata = { title: 'This code has ended', robots: { index: false } }

/** Shown for a workbench that has ended, or never was: nobody can tell which. */
export function WorkbenchEnded() {
  return (
    <MessagePage
      title="This code has ended"
      actions={
        <Link href={paths.workbench()} className={buttonClass({ look: 'solid' })}>
          Open a new workbench
        </Link>
      }
    >
      <p>A workbench ends 30 days after its last scan or visit, or when it is deleted.</p>
    </MessagePage>
  )
}

/** Shown while storage does not respond or is full. `path`: where the page is; `null` if unknown. */
export function StorageAway({ path }: { readonly path: string | null }) {
  return (
    <MessagePage
      title="Storage is away"
      actions={
        <>
          {path !== null && (
            <a href={path} className={buttonClass({ look: 'solid' })}>
              Try again
            </a>
          )}
          <Link href={paths.start()} className={buttonClass()}>
            Go to the start page
          </Link>
        </>
      }
    >
      <meta httpEquiv="refresh" content={String(awaySeconds)} />
      <p>
        Trying again in {awaySeconds} s. If it stays away, its disk may be full: the reason is in the log of the
        service. Everything recorded so far is kept.
      </p>
    </MessagePage>
  )
}
