import type { Locator } from 'playwright/test'
import { expect } from 'playwright/test'
import { until } from './until'

/** Searches the list of misbehaviours and selects one. `within`: the element that contains the list. */
export async function chooseMisbehaviour(within: Locator, misbehaviourId: string): Promise<void> {
  const field = within.locator('input[role=combobox]')
  const option = within.getByRole('option', { name: new RegExp(`${misbehaviourId.replaceAll('.', '\\.')}$`) })
  await until(
    () => field.fill(misbehaviourId),
    () => expect(option).toBeVisible({ timeout: 1000 }),
  )
  await option.click()
  await expect(within.locator('input[name=fault]')).toHaveValue(misbehaviourId)
}
