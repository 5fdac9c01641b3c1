import { expect, it } from 'vitest'
import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import { sampleExchange, sampleSession, sampleStart } from '@/lib/testing/store-samples'
import type { RequestContext } from '../../request-context'
import type { PlainEndpoint } from '../endpoint'
import { listRequests } from './session-endpoints'

it('a request that is told to belong to a session later is listed with it, and all others as before', async () => {
  const store = createMemoryStore({ now: () => sampleStart })
  const session = sampleSession()
  const [first, second] = [sampleExchange(), sampleExchange()]
  await store.commit({ session, exchange: first, internal: [second], events: [], effects: [] })
  const read = async (): Promise<unknown> => {
    const context = { ports: { store, turn: async () => {} }, settings: { ledgerSize: 10 } }
    const { reply } = await (listRequests as PlainEndpoint).answer(context as unknown as RequestContext)
    return JSON.parse(reply.body?.kind === 'text' ? reply.body.text : '')
  }
  const before = await read()
  expect(before).toEqual(await read())
  const effects = [{ type: 'bind', exchangeId: first.id, sessionId: session.sessionId }] as const
  await store.commit({ events: [], effects })
  expect(await read()).toEqual(
    (before as { id: string }[]).map((record) =>
      record.id === first.id ? { ...record, session_id: session.sessionId } : record,
    ),
  )
})
