import '@/lib/testing/pages-setup'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Exchange } from '@/lib/core/shared/http/exchange'
import { jsonReply } from '@/lib/core/shared/http/reply'
import { shared } from '@/lib/server/pages/shared'
import { createSessionFromForm } from './create-session'

const served: Exchange[] = []

describe('createSessionFromForm', () => {
  beforeEach(() => {
    served.length = 0
    vi.stubGlobal('walletCaptureContainer', {})
    vi.spyOn(shared(), 'answerExchange').mockImplementation(async (exchange) => {
      served.push(exchange)
      return jsonReply(201, { session_id: 's', deeplink: 'openid-credential-offer://?x' })
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('counts a form for the address set by the server, like POST /sessions', async () => {
    const headers = new Headers({ 'x-wallet-capture-client-address': '192.0.2.7' })
    const session = {
      session_id: 's',
      deeplink: 'openid-credential-offer://?x',
      tx_code: null,
      authorization_request: null,
    }
    expect(await createSessionFromForm({}, headers)).toEqual({ created: true, session })
    expect(served).toMatchObject([{ path: '/sessions', remoteAddress: '192.0.2.7' }])
  })

  it('shares one limit among forms only if no address is named, whatever else a client claims', async () => {
    await createSessionFromForm({}, new Headers({ 'x-forwarded-for': '192.0.2.8' }))
    expect(served).toMatchObject([{ remoteAddress: 'forms' }])
  })

  it('names the service as the form did, because sessions are only created under our own host names', async () => {
    await createSessionFromForm({}, new Headers({ host: 'localhost:3000' }))
    expect(served[0]?.headers).toContainEqual(['host', 'localhost:3000'])
  })
})
