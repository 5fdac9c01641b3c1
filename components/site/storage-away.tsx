import Link from 'next/link'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { MessagePage } from './message-page'

/** Shown instead of a page while storage does not respond, or has no room for what the page needs. `path`: where the page is; `null` where nobody knows. */
export function StorageAway({ path }: { readonly path: string | null }) {
  return (
    <MessagePage
      title="Storage is not responding, or is full"
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
      <p>
        Reload this page in a few seconds; if that does not help, its disk may be full: the reason is in the log of the
        service. Everything recorded so far is kept.
      </p>
    </MessagePage>
  )
}
