import Link from 'next/link'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { MessagePage } from './message-page'

/** Shown instead of evidence to a visitor who may not read it. */
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
