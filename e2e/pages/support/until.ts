import { expect } from 'playwright/test'

/**
 * Repeats an action until it has its effect. A page is visible before its scripts have taken over; an action in between
 * is lost, as it would be for a quick reader.
 */
export const until = (action: () => Promise<void>, outcome: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await action()
    await outcome()
  }).toPass({ timeout: 45_000 })
