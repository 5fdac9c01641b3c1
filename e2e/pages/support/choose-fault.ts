import type { Locator } from '@playwright/test'
import { expect } from '@playwright/test'
import { until } from './until'

/** Searches the list of faults and selects one. `within`: the element that contains the list. */
export async function chooseFault(within: Locator, faultId: string): Promise<void> {
  const field = within.locator('input[role=combobox]')
  const option = within.getByRole('option', { name: new RegExp(`${faultId.replaceAll('.', '\\.')}$`) })
  await until(
    () => field.fill(faultId),
    () => expect(option).toBeVisible({ timeout: 1000 }),
  )
  await option.click()
  await expect(within.locator('input[name=fault]')).toHaveValue(faultId)
}
