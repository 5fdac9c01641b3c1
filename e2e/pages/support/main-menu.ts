import type { Page } from 'playwright/test'

/** Follows a link of the main navigation, which is behind a menu on a phone. */
export async function followMain(page: Page, name: string): Promise<void> {
  const main = page.getByRole('navigation', { name: 'Main' })
  const menu = main.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await main.getByRole('link', { name, exact: true }).click()
}
