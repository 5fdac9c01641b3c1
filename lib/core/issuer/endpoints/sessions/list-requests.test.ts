import { expect, it } from 'vitest'
import { createMemoryStore, type MemoryStore } from '@/lib/adapters/memory/memory-store'
import { sampleExchange, sampleSession, sampleStart } from '@/lib/testing/store-samples'
import type { PlainEndpoint } from '../../../engine/endpoints/endpoint'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { listRequests } from './list-requests'

const answerOf = async (store: MemoryStore) => {
  const context = { ports: { store, turn: async () => {} }, settings: { ledgerSize: 10 } }
  const { reply } = await (listRequests as PlainEndpoint).answer(context as unknown as RequestContext)
  return reply.body?.kind === 'bytes' ? reply.body.bytes : new Uint8Array()
}
const recordsIn = (bytes: Uint8Array): { id: string }[] => JSON.parse(new TextDecoder().decode(bytes))

it('the same bytes are sent again while nothing arrives, and others as soon as something does', async () => {
  const stores = [createMemoryStore({ now: () => sampleStart }), createMemoryStore({ now: () => sampleStart })] as const
  for (const store of stores) {
    const first = sampleExchange()
    await store.commit({ exchange: first, events: [], effects: [] })
    const before = await answerOf(store)
    expect(recordsIn(before)).toMatchObject([{ id: first.id }])
    expect(await answerOf(store)).toBe(before)
    const second = sampleExchange()
    await store.commit({ exchange: second, events: [], effects: [] })
    expect(
      recordsIn(await answerOf(store))
        .map(({ id }) => id)
        .sort(),
    ).toEqual([first.id, second.id].sort())
  }
})

it('a request that is told to belong to a session later is listed with it, and all others as before', async () => {
  const store = createMemoryStore({ now: () => sampleStart })
  const session = sampleSession()
  const [first, second] = [sampleExchange(), sampleExchange()]
  await store.commit({ session, exchange: first, internal: [second], events: [], effects: [] })
  const read = async () => recordsIn(await answerOf(store))
  const before = await read()
  expect(before).toEqual(await read())
  const effects = [{ type: 'bind', exchangeId: first.id, sessionId: session.sessionId }] as const
  await store.commit({ events: [], effects })
  expect(await read()).toEqual(
    before.map((record) => (record.id === first.id ? { ...record, session_id: session.sessionId } : record)),
  )
})
