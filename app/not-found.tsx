import type { Metadata } from 'next'
import Link from 'next/link'
import { MessagePage } from '@/components/site/message-page'
import { buttonClass } from '@/components/ui/button-class'
import { paths } from '@/lib/paths'

export const metadata: Metadata = { title: 'Page not found' }

export default function NotFound() {
  return (
    <MessagePage
      title="Page not found"
      actions={
        <>
          <Link href={paths.start()} className={buttonClass({ look: 'solid' })}>
            Go to the start page
          </Link>
          <Link href={paths.checks()} className={buttonClass()}>
            Browse the checks
          </Link>
        </>
      }
    >
      <p>The link may be misspelt, or the page no longer exists.</p>
    </MessagePage>
  )
}
