import type { Metadata } from 'next'
import Link from 'next/link'
import { MessagePage } from '@/components/site/message-page'
import { buttonClass } from '@/components/ui/button-class'
import { paths } from '@/lib/paths'

export const metadata: Metadata = { title: 'Page not found' }

export default function NotFound() {
  return (
    <MessagePage
      title="There is no page at this address"
      actions={
        <>
          <Link href={paths.start()} className={buttonClass({ look: 'solid' })}>
            Go to the start page
          </Link>
          <Link href={paths.checks()} className={buttonClass()}>
            Look into the checks
          </Link>
        </>
      }
    >
      <p>The link may be misspelt, or it leads to something that is gone.</p>
    </MessagePage>
  )
}
