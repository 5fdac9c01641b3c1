// Client: error boundaries must be client components.
'use client'

import Link from 'next/link'
import { MessagePage } from '@/components/site/message-page'
import { buttonClass } from '@/components/ui/button-class'
import { paths } from '@/lib/paths'

interface ErrorPageProps {
  readonly error: Error & { readonly digest?: string }
  readonly reset: () => void
}

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <MessagePage
      title="The page could not be rendered"
      actions={
        <>
          <button type="button" onClick={reset} className={buttonClass({ look: 'solid' })}>
            Try again
          </button>
          <Link href={paths.start()} className={buttonClass()}>
            Go to the start page
          </Link>
          <a href={paths.api.readiness()} className={buttonClass()}>
            Is the service ready?
          </a>
        </>
      }
    >
      <p>
        Something failed on our side. Try again; if it fails again, the log of the service says why. Nothing that a
        wallet sent is lost.
      </p>
      {error.digest !== undefined && (
        <p className="mt-2 text-sm">
          Log reference: <code>{error.digest}</code>
        </p>
      )}
    </MessagePage>
  )
}
