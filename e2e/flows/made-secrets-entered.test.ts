import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declaredItems, itemNames } from '@/lib/core/campaigns/official-cases/declared-items'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

/** What people enter is searched for values of the service as what wallets send is. */
let service: TestService
let http: HttpClient
let value: string
const wallet = { name: 'A wallet', version: '1' }
beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
  value = await (await createHandWallet(service)).freshNonce()
  await post('/campaigns', { wallet, presets: ['sd_jwt_baseline'] })
})
afterAll(async () => {
  http.close()
  await service.close()
})

const send = (path: string, body: JsonRecord) =>
  http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })
async function post(path: string, body: JsonRecord): Promise<JsonRecord> {
  const answer = await send(path, body)
  expect(answer.status, answer.body).toBe(201)
  return answer.object()
}
/** The value as somebody may copy it: in a sentence, across a line, and encoded. */
const spellings = () => [
  `seen ${value}.`,
  `seen ${value.slice(0, 20)}\n${value.slice(20)}.`,
  `seen ${Buffer.from(value).toString('base64url')}.`,
]
/** Expects so many of them to be hidden. */
const expectHidden = (shown: unknown, count = 1): void => {
  const text = JSON.stringify(shown)
  expect(text.match(/seen \[redacted:\d+\]\./g)).toHaveLength(count)
  expect(text).not.toContain(value.slice(0, 20))
}

describe('a value of the service in what people enter', () => {
  it('is hidden in notes, testers and declarations, in the answer and afterwards', async () => {
    const cases = (await http({ path: '/fcaf.json' })).object().cases as { id: string; class: string }[]
    const manual = cases.find((one) => one.class === 'manual')
    const listed = itemNames.find((name) => declaredItems[name].kind !== 'boolean')
    for (const text of spellings()) {
      const line = text.replace('\n', ' ')
      const entered = {
        wallet,
        case: manual?.id,
        result: 'passed',
        note: text,
        tester: line,
        evidence: [{ note: text }],
      }
      expectHidden(await post('/coverage/results', entered), 3)
      const said = await post('/coverage/declarations', {
        wallet,
        tester: { name: line, organisation: line },
        items: { [listed ?? '']: [line] },
      })
      expectHidden(said, 3)
    }
    const { name, version } = wallet
    const { store } = service.container.ports
    const query = { wallet: { name, version }, operatorOnly: false, max: 50 }
    expectHidden([await store.enteredResults(query), await store.declarations(query)], 18)
  })

  it('is hidden in names of sessions and campaigns, given at first and later', async () => {
    for (const text of spellings()) {
      const name = text.replace('\n', ' ')
      const named = { name, rename_digest: createHash('sha256').update('mine').digest('base64url') }
      const { session_id: id } = await post('/sessions', { flow: 'pre_authorized_code', ...named })
      expectHidden((await http({ path: `/sessions/${id}` })).object().name)
      const { session_id: other } = await post('/openid4vp/sessions', named)
      expectHidden((await http({ path: `/openid4vp/sessions/${other}` })).object().name)
      const campaign = await post('/campaigns', { wallet, presets: ['sd_jwt_baseline'], ...named })
      expectHidden(campaign.name)
      for (const run of [id, other, campaign.campaign_id]) {
        const later = await send('/names', { run, name: `Later, ${name}`, secret: 'mine' })
        expect(later.status, later.body).toBe(200)
        expectHidden(later.object().name)
      }
      for (const path of [`/sessions/${id}`, `/openid4vp/sessions/${other}`, `/campaigns/${campaign.campaign_id}`])
        expectHidden((await http({ path })).object().name)
    }
  })

  it('is refused where nothing can take its place, and the answer says where', async () => {
    const refused = async (path: string, body: JsonRecord, pointer: string): Promise<void> => {
      const answer = await send(path, body)
      const { error, error_description: why, pointer: at } = answer.object()
      expect([answer.status, error, at]).toEqual([400, 'invalid_request', pointer])
      expect(why).toContain('leave it out')
      expect(answer.body).not.toContain(value)
    }
    await refused('/campaigns', { wallet: { name: value, version: '1' }, presets: ['sd_jwt_baseline'] }, '/wallet/name')
    await refused(
      '/sessions',
      { flow: 'pre_authorized_code', tx_code: { input_mode: 'numeric', description: `Type ${value}` } },
      '/tx_code/description',
    )
    await refused(
      '/openid4vp/sessions',
      { presentation_request: { client_metadata: { client_name: `x${value}` } } },
      '/presentation_request/client_metadata/client_name',
    )
  })
})
