import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { installContainer } from '@/lib/server/container'
import { walletRunsMax } from '@/lib/server/guard/page-runs'
import { createHttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { type Started, startCampaignWallet, startReferenceWallet } from './run'

let service: TestService
const token = 'a-token-of-the-operator'
const start = async (env: Readonly<Record<string, string>> = {}) => {
  service = await startService({ env })
  installContainer(service.container)
}
beforeEach(() => {
  vi.stubGlobal('walletCaptureContainer', undefined)
})
afterEach(async () => {
  // A run that is under way asks this service.
  await vi.waitFor(() => expect(begun.every((end) => end())).toBe(true), { timeout: 30_000 })
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await service.close()
})

/** Tells of each run whether it is over. */
let begun: (() => boolean)[] = []
const watchRuns = () => {
  begun = []
  const { pageRuns } = service.container
  const { begin } = pageRuns
  vi.spyOn(pageRuns, 'begin').mockImplementation((address) => {
    const { field, end } = begin(address)
    let isOver = false
    begun.push(() => isOver)
    return {
      field,
      end: () => {
        end()
        isOver = true
      },
    }
  })
}

const visitor = (address: string, asOperator = false): Headers =>
  new Headers({
    'x-wallet-capture-client-address': address,
    ...(asOperator ? { authorization: `Bearer ${token}` } : {}),
  })
const words = (started: Started): string => (started === 'started' ? started : started.lack)
const post = async (path: string, body: object) => {
  const http = createHttpClient(service.baseUrl)
  const headers = [
    ['Content-Type', 'application/json'],
    ['Authorization', `Bearer ${token}`],
  ] as const
  return (
    await http({ method: 'POST', path, headers, body: JSON.stringify(body) }).finally(() => http.close())
  ).object()
}

describe('runs of the reference wallet', () => {
  const run = async (address: string, asOperator = false): Promise<string> => {
    const { session_id, deeplink } = await post('/sessions', {})
    const session = { session_id: String(session_id), deeplink: String(deeplink), tx_code: null }
    return words(await startReferenceWallet(session, { misbehaviour: null, visitor: visitor(address, asOperator) }))
  }

  it('go to each network for its share, and come back when they are over', async () => {
    await start()
    watchRuns()
    expect(walletRunsMax.session).toBe(4)
    const at = ['192.0.2.1', '192.0.2.1', '198.51.100.1', '198.51.101.1', '198.51.102.1', '203.0.113.1']
    const ended = await Promise.all(at.map((address) => run(address)))
    expect(ended.sort()).toEqual(['all', 'network', 'started', 'started', 'started', 'started'])
    await vi.waitFor(() => expect(begun.every((isOver) => isOver())).toBe(true), { timeout: 30_000 })
    await vi.waitFor(async () => expect(await run('192.0.2.1')).toBe('started'))
  })

  it('are kept for whoever sends the operator token, and go to this machine as far as they go', async () => {
    await start({ OPERATOR_TOKEN: token })
    watchRuns()
    const ended = await Promise.all(Array.from({ length: 5 }, () => run('127.0.0.1')))
    expect(ended.filter((one) => one === 'started')).toHaveLength(3)
    expect(ended.filter((one) => one === 'strangers')).toHaveLength(2)
    expect(await run('192.0.2.1', true)).toBe('started')
  })
})

describe('runs of the reference wallet through a campaign', () => {
  it('go to two networks, one each; the second is the operator’s where a token is set', async () => {
    await start({ OPERATOR_TOKEN: token })
    watchRuns()
    const campaigns = await Promise.all(
      Array.from({ length: 3 }, () =>
        post('/campaigns', { wallet: { name: 'Quillfern', version: '1' }, presets: ['sd_jwt_baseline'] }),
      ),
    )
    const [first, second, third] = campaigns.map(({ campaign_id }) => String(campaign_id))
    const through = (id: string | undefined, address: string, asOperator = false) =>
      words(startCampaignWallet(String(id), { misbehaviour: null, visitor: visitor(address, asOperator) }))
    expect(through(first, '192.0.2.1')).toBe('started')
    // One that runs is left alone.
    expect(through(first, '192.0.2.1')).toBe('started')
    expect([through(second, '192.0.2.1'), through(second, '198.51.100.1')]).toEqual(['network', 'strangers'])
    expect(through(second, '192.0.2.1', true)).toBe('started')
    expect(through(third, '192.0.2.1', true)).toBe('all')
  })
})
