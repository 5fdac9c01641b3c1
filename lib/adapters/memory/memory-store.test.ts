import { epochMillis } from '@/lib/core/shared/time/time'
import { sampleStart } from '@/lib/testing/store-samples'
import { storeSuite, suiteLedgerSize } from '@/lib/testing/store-suite'
import { createMemoryStore } from './memory-store'

storeSuite('memory', async () => ({
  store: createMemoryStore({ now: () => epochMillis(sampleStart), ledgerSize: suiteLedgerSize }),
  reopen: null,
  close: async () => undefined,
}))
