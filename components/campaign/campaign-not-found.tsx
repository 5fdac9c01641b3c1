import Link from 'next/link'
import { paths } from '@/lib/paths'
import { MessagePage } from '../site/message-page'
import { buttonClass } from '../ui/button-class'

/** Shown for a campaign that does not exist. */
export function CampaignNotFound() {
  return (
    <MessagePage
      title="Campaign not found"
      actions={
        <Link href={paths.start()} className={buttonClass({ look: 'solid' })}>
          Start a campaign
        </Link>
      }
    >
      <p>It may have been deleted: campaigns are kept as long as their sessions. Or the link is incomplete.</p>
    </MessagePage>
  )
}
