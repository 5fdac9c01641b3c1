import type { Asker } from '../../ground/ports/places'
import { isObject } from '../../ground/values/json'

/**
 * The steps of a run as somebody may read them: they name a campaign to those alone who may read its page, since it goes on where
 * its page is read. `steps`: in any form, for they may come from elsewhere.
 */
export const campaignsFor = (asker: Asker, steps: unknown): unknown =>
  asker === 'stranger' ? withoutCampaigns(steps) : steps

/** The same value without the members that name campaigns. */
function withoutCampaigns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCampaigns)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/^campaign_?ids?$/i.test(name))
      .map(([name, inner]) => [name, withoutCampaigns(inner)]),
  )
}
