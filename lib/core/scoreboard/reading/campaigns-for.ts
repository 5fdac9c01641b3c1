import type { Asker } from '../../shared/ports/places'
import { isObject } from '../../shared/values/json'

/**
 * The steps of a run for a reader. Campaigns are named only to those who may read their page, because opening the page
 * continues a campaign. `steps` may have any form, since they may come from elsewhere.
 */
export const campaignsFor = (asker: Asker, steps: unknown): unknown =>
  asker === 'stranger' ? withoutCampaigns(steps) : steps

/** The value without members that name campaigns. */
function withoutCampaigns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCampaigns)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/^campaign_?ids?$/i.test(name))
      .map(([name, inner]) => [name, withoutCampaigns(inner)]),
  )
}
