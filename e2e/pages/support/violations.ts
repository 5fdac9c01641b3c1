import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * What axe reports about a page in its current state, one line each; empty if nothing.
 * @param rules the ids of the rules to try; all when left out
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // While a page is refreshed its title may be missing for a moment.
  await expect(page).toHaveTitle(/\S/)
  const axe = new AxeBuilder({ page })
  const found = await (rules === undefined ? axe : axe.withRules([...rules])).analyze()
  return found.violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')} (${nodes[0]?.failureSummary})`)
}
