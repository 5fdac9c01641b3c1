import type { CampaignStepView } from '@/lib/core/campaigns/z-campaign'
import { Panel } from '../ui/panel'
import { Answer } from './answer'

interface QuestionPanelProps {
  readonly campaignId: string
  readonly step: CampaignStepView
}

/** Asks the one question about a session that ended in silence. The campaign does not wait for the answer. */
export function QuestionPanel({ campaignId, step: { number, title, session } }: QuestionPanelProps) {
  if (session === null) return null
  const { session_id: id } = session
  return (
    <Panel labelledBy="question" className="grid gap-2 border-l-4 border-l-warn-mark p-4">
      <h2 id="question" className="text-md">
        What did the wallet show in session {number}?
      </h2>
      <p className="text-sm text-ink-2">{title} The wallet should have refused. It sent nothing.</p>
      <div className="flex flex-wrap gap-2">
        <Answer campaignId={campaignId} sessionId={id} shown="error" label="It showed an error" />
        <Answer campaignId={campaignId} sessionId={id} shown="went_on" label="It carried on" />
        <Answer campaignId={campaignId} sessionId={id} shown="nothing" label="Nobody saw it" />
      </div>
    </Panel>
  )
}
