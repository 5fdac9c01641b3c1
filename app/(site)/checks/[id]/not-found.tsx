import type { Metadata } from 'next'
import Link from 'next/link'
import { MessagePage } from '@/components/site/message-page'
import { buttonClass } from '@/components/ui/button-class'
import { paths } from '@/lib/paths'

export const metadata: Metadata = { title: 'No such check' }

export default function CheckNotFound() {
  return (
    <MessagePage
      title="There is no such check"
      actions={
        <Link href={paths.checks()} className={buttonClass({ look: 'solid' })}>
          Search the catalogue
        </Link>
      }
    >
      <p>Check ids never change their meaning, so this one is misspelt, or belongs to a newer version.</p>
    </MessagePage>
  )
}
