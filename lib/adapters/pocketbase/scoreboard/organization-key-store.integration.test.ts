import { organizationKeysSuite } from '@/lib/testing/organization-keys-suite'
import { startPocketBase } from '@/lib/testing/pocketbase'
import { createPocketBaseClient } from '../client/client'
import { createOrganizationKeyStore } from './organization-key-store'

organizationKeysSuite('PocketBase', async () => {
  const server = await startPocketBase()
  const client = createPocketBaseClient({
    url: server.url,
    credentials: { adminFile: server.adminFile },
    timeoutMillis: 5_000,
  })
  await client.call('/api/health', { method: 'GET' })
  for (const name of ['acme', 'birch'])
    await client.sdk.collection('organizations').create({ name, canonified_name: name, namespace_state: 'ready' })
  return {
    keys: createOrganizationKeyStore(client),
    async close() {
      client.close()
      await server.remove()
    },
  }
})
