import { expect } from '@playwright/test'

/**
 * Repeats an action until what it should bring about is there. A page is usable before its scripts have taken over;
 * an action that comes in between is lost, as it would be for a quick reader.
 */
export const until = (action: () => Promise<void>, outcome: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await action()
    await outcome()
  }).toPass({ timeout: 20_000 })
