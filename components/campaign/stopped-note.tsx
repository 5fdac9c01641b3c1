import type { CampaignView } from '@/lib/core/campaigns/z-campaign'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'

interface StoppedNoteProps {
  readonly campaignId: string
  readonly stopped: NonNullable<CampaignView['stopped']>
}

/** Why a campaign stopped before its end, and how it goes on. */
export function StoppedNote({ campaignId, stopped: { preset, number, sentence } }: StoppedNoteProps) {
  return (
    <Note kind="warning">
      <div className="grid gap-2" role="status">
        <p>{sentence}</p>
        <form method="post" action={renderedPaths.tryCampaignAgain(campaignId)}>
          <button type="submit" name="preset" value={preset} className={buttonClass({ size: 'small' })}>
            Try session {number} again
          </button>
        </form>
      </div>
    </Note>
  )
}
