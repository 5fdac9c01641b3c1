import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaignQuestions, campaignTopics } from '@/components/campaign/campaign-topics'
import type { CampaignView } from '@/lib/core/campaigns/z-campaign'
import { installContainer } from '@/lib/server/container'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService
let http: HttpClient
beforeAll(async () => {
  const { pages } = await openBuiltPages()
  service = await startService({ pages })
  installContainer(service.container)
  http = createHttpClient(service.baseUrl)
}, 300_000)
afterAll(async () => {
  http.close()
  await service.close()
})

const browser = ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'] as const
const form = (body: string) =>
  http({
    method: 'POST',
    path: '/start/campaign',
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body,
  })

describe('/campaigns', () => {
  it('is a page for who prefers html, and JSON as ever for all others', async () => {
    const page = await http({ path: '/campaigns?campaign=nonce&wallet=%3Ci%3E', headers: [browser] })
    expect([page.status, page.header('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.header('vary')).toMatch(/\bAccept\b/)
    expect(page.body.includes('value="&lt;i&gt;"')).toBe(true)
    const plain = await http({ path: '/campaigns' })
    const { campaigns } = plain.object() as unknown as { campaigns: readonly { id: string; title: string }[] }
    expect(campaigns.length).toBeGreaterThan(20)
    // The one of the address, and those that no other holds.
    const buttons = page.body.match(/<button type="submit"[^>]*>/g) ?? []
    const offered = ['nonce', ...campaignQuestions.map(({ id }) => id), ...campaignTopics.flatMap(({ ids }) => ids)]
    expect(campaigns.map(({ id }) => id)).toEqual(expect.arrayContaining(offered))
    for (const { id } of campaigns)
      for (const name of ['campaign', 'reference'])
        expect(buttons.filter((tag) => tag.includes(` value="${id}"`) && tag.includes(` name="${name}"`))).toHaveLength(
          offered.includes(id) ? 1 : 0,
        )
    for (const accept of ['*/*', 'application/json', 'text/html;q=0.5, */*']) {
      const same = await http({ path: '/campaigns', headers: [['Accept', accept]] })
      expect([accept, same.header('content-type'), same.body]).toEqual([
        accept,
        plain.header('content-type'),
        plain.body,
      ])
      expect(same.header('vary')).toBe('Accept')
    }
  })

  it('follows from the address that had the form', async () => {
    const moved = await http({ path: '/?wallet=Quillfern&version=1&campaign=smoke', headers: [browser] })
    expect([moved.status, moved.header('location')]).toEqual([
      303,
      '/campaigns?wallet=Quillfern&version=1&campaign=smoke',
    ])
  })

  it('starts a campaign of the wallet that its form names, and one of the reference wallet under its own name', async () => {
    const read = async ({ header }: Awaited<ReturnType<typeof form>>) => {
      const id = header('location')?.split('/').at(-1) ?? ''
      return (await http({ path: `/campaigns/${id}` })).object() as unknown as CampaignView
    }
    const own = await form('wallet_name=Quillfern&wallet_version=2.5&campaign=haip')
    expect(own.status).toBe(303)
    expect(await read(own)).toMatchObject({ wallet: { name: 'Quillfern', version: '2.5' }, campaign: 'haip' })
    const ran = await form('wallet_name=Quillfern&wallet_version=2.5&reference=smoke')
    expect(ran.status).toBe(303)
    expect(await read(ran)).toMatchObject({
      wallet: { name: 'Reference wallet', version: 'built in' },
      campaign: 'smoke',
    })
    await expect.poll(async () => (await read(ran)).status, { timeout: 60_000 }).toBe('finished')
    const { verdict, counts } = await read(ran)
    expect([verdict, counts.passed, counts.told_by_person]).toEqual(['pass', 7, 0])
  })

  it('refuses a form that names no wallet', async () => {
    expect((await form('wallet_name=&wallet_version=&campaign=smoke')).status).toBe(400)
    expect((await form('reference=none')).status).toBe(400)
  })
})
