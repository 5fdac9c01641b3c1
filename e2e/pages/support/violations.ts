import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * What axe reports about a page in its current state, one line each; empty if nothing.
 * @param rules the ids of the rules to try; all when left out
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // While a page is refreshed its title may be missing for a moment.
  await expect(page).toHaveTitle(/\S/)
  // Legacy mode looks at one frame only, and is three times as fast: it sends no partial results through a second page.
  expect(page.frames()).toHaveLength(1)
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    // Every rule runs; parts of the result that nobody reads are omitted, because they cost more than most rules.
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: [...rules] } }),
  })
  const found = await axe.analyze()
  return found.violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')} (${nodes[0]?.failureSummary})`)
}
