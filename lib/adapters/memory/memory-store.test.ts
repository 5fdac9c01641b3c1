import { epochMillis } from '@/lib/core/time'
import { createMemoryStore } from './memory-store'
import { sampleStart } from './store-samples'
import { storeSuite, suiteLedgerSize } from './store-suite'

storeSuite('memory', async () => ({
  store: createMemoryStore({ now: () => epochMillis(sampleStart), ledgerSize: suiteLedgerSize }),
  reopen: null,
  close: async () => undefined,
}))
