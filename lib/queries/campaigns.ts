import 'server-only'
import { builtInCampaigns } from '@/lib/core/campaigns/built-in'
import { offerOf } from '@/lib/core/campaigns/campaign-offer'
import { type Installation, installationOf } from '@/lib/core/campaigns/presets/preset'
import { container } from '@/lib/server/wiring/container'

/** A campaign that a form offers. */
export interface CampaignChoice {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly sessions: number
  /** How many official cases its sessions can decide, and how many a person does in it. */
  readonly cases: number
  readonly byPerson: number
  /** How long it takes by hand. */
  readonly minutes: number
}

/** The built-in campaigns in their order, with what they come to at an installation. */
export const choicesAt = (installation: Installation): CampaignChoice[] =>
  builtInCampaigns.map((campaign) => {
    const { presets, cases, byPerson, minutes } = offerOf(campaign, installation)
    const { id, title, about } = campaign
    return { id, title, about, sessions: presets.length, cases: cases.length, byPerson: byPerson.length, minutes }
  })

/** Those of this installation. */
export function campaignChoices(): CampaignChoice[] {
  const { ports, protocolSettings: settings } = container()
  return choicesAt(installationOf({ ports, settings }))
}
