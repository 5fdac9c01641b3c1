import { emptied } from './tab'
import { test as base } from './test'
import type { VirtualWallet } from './virtual-wallet'

/** Tests whose browser has a wallet. Those of a worker share its tab and wallet, and find both reset. */
export const test = base.extend<{ wallet: VirtualWallet }>({
  context: ({ withWallet }, use) => use(withWallet.page.context()),
  page: async ({ withWallet: { page, wallet }, viewport }, use) => {
    if (viewport !== null) await page.setViewportSize(viewport)
    await use(page)
    await emptied(page)
    await wallet.forget()
  },
  wallet: ({ withWallet }, use) => use(withWallet.wallet),
})
