import type { CampaignView } from './z-campaign'

/** What the campaign was run with, as pairs of words; empty for what every campaign has. */
export const runWithWords = ({
  auto_approve: approves,
  transaction_template: template,
}: Pick<CampaignView, 'auto_approve' | 'transaction_template'>): readonly (readonly [
  name: string,
  value: string,
])[] => [
  ...(approves === undefined ? [] : [['Driver', 'approves whatever the wallet asks'] as const]),
  ...(template === undefined ? [] : [['Transaction', template.data.type] as const]),
]
