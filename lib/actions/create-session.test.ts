import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Exchange } from '@/lib/core/http/exchange'
import { createSessionFromForm } from './create-session'

const served: Exchange[] = []
vi.mock('@/lib/server/container', () => ({ container: () => ({}) }))
vi.mock('@/lib/server/serve', () => ({
  serve: (exchange: Exchange) => {
    served.push(exchange)
    return Promise.resolve({ status: 201, headers: [], body: JSON.stringify({ session_id: 's' }) })
  },
}))

describe('createSessionFromForm', () => {
  beforeEach(() => {
    served.length = 0
  })

  it('counts a form for the address that the server names, as it counts POST /sessions', async () => {
    const headers = new Headers({ 'x-wallet-capture-client-address': '192.0.2.7' })
    expect(await createSessionFromForm({}, headers)).toEqual({ created: true, sessionId: 's' })
    expect(served).toMatchObject([{ path: '/sessions', remoteAddress: '192.0.2.7' }])
  })

  it('puts forms together only where no address is named, whatever else a client claims', async () => {
    await createSessionFromForm({}, new Headers({ 'x-forwarded-for': '192.0.2.8' }))
    expect(served).toMatchObject([{ remoteAddress: 'forms' }])
  })
})
