import 'server-only'
import type { PageName } from '@/lib/pages'
import { container } from '@/lib/server/container'
import { askStorage } from './storage-away'

/** What pages that name nothing in their path can show nothing without. */
const needed: Partial<Record<PageName, () => Promise<unknown>>> = {
  compare: askStorage,
  coverage: askStorage,
  ledger: askStorage,
  scoreboard: askStorage,
  publish: askStorage,
  statement: askStorage,
  trust: () => container().ports.trustKeys(),
  verify: () => container().ports.statementSigner(),
  wallets: askStorage,
}

/** Asks for what a page needs. Throws an error of a part that is not responding while it is not there. */
export const askForNeeded = async (page: PageName): Promise<unknown> => needed[page]?.()
