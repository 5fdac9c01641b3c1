import type { Locator, Page } from 'playwright/test'

export const mainNavigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' })

/** Opens what the main navigation does not show: on a phone the menu, else what is for reference. */
export async function openFurther(page: Page): Promise<void> {
  const main = mainNavigation(page)
  const menu = main.getByRole('button', { name: 'Menu' })
  await ((await menu.isVisible()) ? menu : main.getByRole('button', { name: 'Reference' })).click()
}

/** Follows a link of the main navigation, which may be behind a button. */
export async function followMain(page: Page, name: string): Promise<void> {
  const link = mainNavigation(page).getByRole('link', { name, exact: true })
  if (!(await link.isVisible())) await openFurther(page)
  await link.click()
}
