import type { Metadata } from 'next'
import Link from 'next/link'
import { MessagePage } from '@/components/site/message-page'
import { buttonClass } from '@/components/ui/button-class'
import { paths } from '@/lib/paths'

export const metadata: Metadata = { title: 'No such check' }

export default function CheckNotFound() {
  return (
    <MessagePage
      title="Check not found"
      actions={
        <Link href={paths.checks()} className={buttonClass({ look: 'solid' })}>
          Search the catalogue
        </Link>
      }
    >
      <p>Check ids never change meaning, so this one is either misspelt or belongs to a newer version.</p>
    </MessagePage>
  )
}
