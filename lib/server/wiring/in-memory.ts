import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import { issuancePairs } from '@/lib/core/issuer/endpoints/sessions/document-pairs'
import { sessionId } from '@/lib/core/shared/ports/ids'
import { requestPairs } from '@/lib/core/verifier/read/request/mutated-session'
import type { Container } from '../container'
import { answerExchange } from '../http/router'
import type { InMemory } from '../pages/shared'

/** Exchanges that the storage of one attempt keeps: a creation and a few reads. */
const ledgerSize = 20

/**
 * Asks the interface of this service over a storage of its own in memory, which is gone afterwards: for pages that show
 * what a request would make. Nothing is recorded, and no place of a laboratory is used up. It has no limit of its own.
 */
export function inMemory(container: Container): InMemory {
  const { ports, protocolSettings: settings } = container
  const store = createMemoryStore({ now: ports.now, ledgerSize })
  const unbounded: Container = {
    ...container,
    ports: {
      ...ports,
      store,
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
  return {
    ask: (exchange) => answerExchange(exchange, unbounded),
    async documentsOf(id) {
      const session = await store.session(sessionId(id))
      if (session === null) return []
      const context = { ports, settings, at: ports.now() }
      return session.kind === 'issuance' ? issuancePairs(session, context) : requestPairs(session, context)
    },
  }
}
