import { organizationKeysSuite } from '@/lib/testing/organization-keys-suite'
import { createMemoryOrganizationKeys } from './memory-organization-keys'

organizationKeysSuite('memory', async () => ({
  keys: createMemoryOrganizationKeys(['acme', 'birch'].map((name) => ({ id: name, namespace: name, name }))),
  close: async () => undefined,
}))
