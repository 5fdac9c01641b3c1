import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

/** Many requests of one client leave in the ledger what others sent. */
let service: TestService
let http: HttpClient
beforeAll(async () => {
  service = await startService({ env: { LEDGER_SIZE: '20', TRUST_PROXY: '127.0.0.1' } })
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

const ask = (address: string, agent: string) =>
  http({
    method: 'POST',
    path: '/issuers/eu-pid-device-bound/nonce',
    headers: [
      ['X-Forwarded-For', address],
      ['User-Agent', agent],
    ],
  })
const agents = async () => {
  const records = (await http({ path: '/oid4vci/requests' })).json() as {
    at: string
    headers: Record<string, string>
  }[]
  const times = records.map(({ at }) => at)
  expect(times).toEqual([...times].sort())
  return records.map(({ headers }) => headers['user-agent'])
}

it('160 requests of one network, each by another name and address of it, push out nobody else', async () => {
  await ask('192.0.2.7', 'marked')
  await ask('2001:db8:1:2::7', 'marked by IPv6')
  for (let count = 0; count < 160; count++) {
    service.advance(0.001)
    await ask(`2001:db8:9:9::${count.toString(16)}`, `flood/${count}`)
  }
  const held = await agents()
  expect(held).toHaveLength(20)
  expect(held.slice(0, 2)).toEqual(['marked', 'marked by IPv6'])
  expect(held.at(-1)).toBe('flood/159')
})
