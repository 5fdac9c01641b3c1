import 'server-only'
import type { CampaignChoice } from '@/lib/core/campaigns/campaign-choices'
import { installationOf } from '@/lib/core/campaigns/presets/preset'
import { container } from '@/lib/server/container'
import { shared } from '@/lib/server/pages/shared'

/** The built-in campaigns in their order, with what they come to at this installation. */
export function campaignChoices(): CampaignChoice[] {
  const { ports, protocolSettings: settings } = container()
  return shared().campaigns.choicesAt(installationOf({ ports, settings }))
}

/** Ids and titles of the built-in campaigns in their order. */
export const campaignNames = (): readonly (readonly [id: string, title: string])[] =>
  shared().campaigns.builtInCampaigns.map(({ id, title }) => [id, title])

/** The display name of a campaign. */
export const campaignTitle = (campaign: { readonly builtIn: string | null }): string =>
  shared().campaigns.campaignTitle(campaign)

/** Whether a campaign ends with a checklist for a person; `builtIn`: its name, `null` for presets of one's own. */
export const hasChecklist = (builtIn: string | null): boolean =>
  shared().campaigns.builtInCampaign(builtIn)?.checklist === true
