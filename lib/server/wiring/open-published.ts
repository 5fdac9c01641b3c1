import { createPocketBaseClient } from '@/lib/adapters/pocketbase/client/client'
import type { PocketBaseCredentials } from '@/lib/adapters/pocketbase/client/superuser'
import { createPublishedWallets } from '@/lib/adapters/pocketbase/store/published-wallets'
import type { PublishedWallets } from '@/lib/core/shared/ports/published'

/** Storage of published wallets, with its end where it has one. */
export type ManagedPublished = PublishedWallets & { readonly close?: () => void }

/** A bundle of some megabytes takes a while; no wallet waits for it. */
const timeoutMillis = 15_000

/** Published wallets in PocketBase. */
export function openPublished(input: {
  readonly url: string
  readonly credentials: PocketBaseCredentials
}): ManagedPublished {
  const client = createPocketBaseClient({ ...input, timeoutMillis })
  return { ...createPublishedWallets(client, input.url), close: () => client.close() }
}
