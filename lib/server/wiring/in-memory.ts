import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import type { Exchange, Reply } from '@/lib/core/shared/http/exchange'
import type { Container } from '../container'
import { answerExchange } from '../http/router'

/** Exchanges that the storage of one attempt keeps: a creation and a few reads. */
const ledgerSize = 20

/**
 * Asks the interface of this service over a storage of its own in memory, which is gone afterwards: for pages that show
 * what a request would make. Nothing is recorded, and no limit of the address or place of a laboratory is used up.
 */
export function askInMemory(container: Container): (exchange: Exchange) => Promise<Reply | null> {
  const { ports } = container
  const unbounded: Container = {
    ...container,
    ports: {
      ...ports,
      store: createMemoryStore({ now: ports.now, ledgerSize }),
      laboratoryPlaces: { take: async () => undefined, factsOf: () => ({}) },
    } as Container['ports'],
    storageBounds: {
      refuseCreation: async () => null,
      shortBy: async () => null,
      uncountCreation: () => undefined,
      written: () => undefined,
    },
    isSessionFull: async () => false,
  }
  return (exchange) => answerExchange(exchange, unbounded)
}
