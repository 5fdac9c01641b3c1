import type { PersonAnswer } from '@/lib/core/campaigns/person-answers'
import type { CampaignStepView } from '@/lib/core/campaigns/z-campaign'
import { Panel } from '../ui/panel'
import { Answer } from './answer'

interface QuestionPanelProps {
  readonly campaignId: string
  readonly step: CampaignStepView
}

const labels: Readonly<Record<PersonAnswer, string>> = {
  error: 'It showed an error',
  went_on: 'It carried on',
  warned: 'It warned and asked',
  nothing: 'Nobody saw it',
}

/** Asks the one question about a session that no request of the wallet decides. The campaign does not wait for the answer. */
export function QuestionPanel({ campaignId, step: { number, title, state, answers, session } }: QuestionPanelProps) {
  if (session === null) return null
  const { session_id: id } = session
  const isSilent = state === 'silent'
  const afterResponse = !isSilent && answers.includes('error')
  const what = isSilent
    ? 'The wallet should have refused. It sent nothing.'
    : afterResponse
      ? 'The wallet presented, and our response was unusual on purpose. What you tell is entered as your result for the official case about it.'
      : 'The wallet presented. It may do so only after it warned its user and asked.'
  const labelOf = (shown: PersonAnswer) =>
    shown !== 'went_on' || isSilent
      ? labels[shown]
      : afterResponse
        ? 'It showed no error'
        : 'It carried on without a warning'
  return (
    <Panel labelledBy="question" className="grid gap-2 border-l-4 border-l-warn-mark p-4">
      <h2 id="question" className="text-md">
        What did the wallet show in session {number}?
      </h2>
      <p className="text-sm text-ink-2">
        {/[.!?]$/.test(title) ? title : `${title}.`} {what}
      </p>
      <div className="flex flex-wrap gap-2">
        {answers.map((shown) => (
          <Answer key={shown} campaignId={campaignId} sessionId={id} shown={shown} label={labelOf(shown)} />
        ))}
      </div>
    </Panel>
  )
}
