import { builtInCampaigns } from './built-in'
import { editionOfCampaign, offerOf } from './campaign-offer'
import type { Installation } from './presets/preset'

/** A campaign that a form offers. */
export interface CampaignChoice {
  readonly id: string
  readonly title: string
  readonly about: string
  /** What the wallet must be set to before it starts; `null` for nothing. */
  readonly before: string | null
  readonly sessions: number
  /** Official cases that its sessions can decide, plus those that a person decides in it. */
  readonly cases: number
  readonly byPerson: number
  /** Id of the edition of these cases. */
  readonly edition: string
  /** Estimated duration by hand, in minutes. */
  readonly minutes: number
}

/** The built-in campaigns in order, with what each offers at an installation. */
export const choicesAt = (installation: Installation): CampaignChoice[] =>
  builtInCampaigns.map((campaign) => {
    const edition = editionOfCampaign(campaign)
    const { presets, cases, byPerson, minutes } = offerOf(campaign, installation, edition)
    const { id, title, about, before = null } = campaign
    const counts = {
      sessions: presets.length,
      cases: cases.length,
      byPerson: byPerson.length,
      minutes,
      edition: edition.facts.id,
    }
    return { id, title, about, before, ...counts }
  })
