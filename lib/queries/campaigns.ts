import 'server-only'
import { builtInCampaigns } from '@/lib/core/campaigns/built-in'
import { isPossiblePreset } from '@/lib/core/campaigns/presets'

/** A campaign that a form offers. */
export interface CampaignChoice {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly sessions: number
}

/** The built-in campaigns, the shortest first, with the sessions that they have at an installation. */
export const campaignChoices = (baseUrl: string): CampaignChoice[] =>
  builtInCampaigns.map(({ id, title, about, presets }) => ({
    id,
    title,
    about,
    sessions: presets.filter((preset) => isPossiblePreset(preset, baseUrl)).length,
  }))
