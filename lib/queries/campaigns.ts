import 'server-only'
import { builtInCampaigns } from '@/lib/core/campaigns/built-in'

/** A campaign that a form offers. */
export interface CampaignChoice {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly sessions: number
}

/** The built-in campaigns, the shortest first. */
export const campaignChoices = (): CampaignChoice[] =>
  builtInCampaigns.map(({ id, title, about, presets }) => ({ id, title, about, sessions: presets.length }))
