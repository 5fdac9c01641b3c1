import { startPocketBase } from '@/lib/testing/pocketbase'
import { sampleStart } from '@/lib/testing/store-samples'
import { storeSuite, suiteLedgerSize } from '@/lib/testing/store-suite'
import { createPocketBaseStore } from './pocketbase-store'

storeSuite('PocketBase', async () => {
  const server = await startPocketBase()
  const open = () =>
    createPocketBaseStore({
      url: server.url,
      credentials: { adminFile: server.adminFile },
      ledgerSize: suiteLedgerSize,
      timeoutMillis: 5_000,
      now: () => sampleStart,
    })
  let store = await open()
  return {
    store,
    async reopen() {
      await store.close()
      await server.end('SIGTERM')
      await server.start()
      store = await open()
      return store
    },
    async close() {
      await store.close()
      await server.remove()
    },
  }
})
