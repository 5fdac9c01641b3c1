import { builtInCampaigns } from './built-in'
import { offerOf } from './campaign-offer'
import type { Installation } from './presets/preset'

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
