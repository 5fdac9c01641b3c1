import type { CampaignView } from './z-campaign'

/** The campaign's non-default settings as label and value. */
export const runWithWords = ({
  auto_approve: approves,
  transaction_template: template,
  workbench,
}: Pick<CampaignView, 'auto_approve' | 'transaction_template' | 'workbench'>): readonly (readonly [
  name: string,
  value: string,
])[] => [
  ...(approves === undefined ? [] : [['Driver', 'approves whatever the wallet asks'] as const]),
  ...(workbench === undefined ? [] : [['In the list of workbench', workbench.mark] as const]),
  ...(template === undefined ? [] : [['Transaction', template.data.type] as const]),
]
