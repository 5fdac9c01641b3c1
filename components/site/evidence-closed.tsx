import Link from 'next/link'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { MessagePage } from './message-page'

/** Shown in place of evidence to a visitor who may not read it. */
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
      <p>This installation shows evidence to those who send its operator token, as the password of HTTP Basic.</p>
    </MessagePage>
  )
}
