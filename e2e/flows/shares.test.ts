import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { expectError } from '@/lib/testing/expect-refusal'
import {
  createHttpClient,
  type Fields,
  type HttpAnswer,
  type HttpClient,
  jsonPost,
  sentFrom,
} from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

describe('shares', () => {
  /** Laboratories are shared by all clients. Other shared bounds follow the same rule: `places.test.ts`. */
  let service: TestService
  let http: HttpClient
  const token = 'a-token-of-the-operator'
  const start = async (env: Readonly<Record<string, string>>): Promise<void> => {
    service = await startService({ env: { TRUST_PROXY: '127.0.0.1', ...env } })
    http = createHttpClient(service.baseUrl)
  }
  afterEach(async () => {
    http.close()
    await service.close()
  })

  const asOperator: Fields = [['Authorization', `Bearer ${token}`]]
  const post = (path: string, body: object, headers: Fields = []) => http(jsonPost(path, body, headers))
  const laboratory = { lifetime_seconds: 2_592_000 }
  const make = (headers: Fields = []) => post('/sessions', { laboratory }, headers)
  const statusOf = ({ status }: HttpAnswer) => status
  const day = 86_400

  describe('laboratories', () => {
    it('go to one network for its share, to the network around it for twice that, and others still get theirs', async () => {
      await start({ LABORATORY_MAX: '16' })
      const many = (address: string) => Promise.all(Array.from({ length: 4 }, () => make(sentFrom(address))))
      // In parallel, so that nobody takes a place that another one was given meanwhile.
      const answers = await many('192.0.2.1')
      expect(answers.map(statusOf).sort()).toEqual([201, 201, 429, 429])
      const refused = answers.find(({ status }) => status === 429)
      expect([refused?.object().error, refused?.header('retry-after')]).toEqual(['too_many_requests', '60'])
      expect(refused?.object().error_description).toContain('Your network has its share of the laboratories')
      expect((await many('192.0.2.2')).map(statusOf).sort()).toEqual([201, 201, 429, 429])
      expect((await many('192.0.2.3')).map(statusOf)).toEqual([429, 429, 429, 429])
      expect((await many('2001:db8::1')).map(statusOf).sort()).toEqual([201, 201, 429, 429])
      expect((await many('2001:db8::2')).map(statusOf)).toEqual([429, 429, 429, 429])
      // Without a laboratory a session costs no place, and this machine has nobody to share with.
      expect((await post('/sessions', {}, sentFrom('192.0.2.1'))).status).toBe(201)
      expect((await many('127.0.0.1')).map(statusOf)).toEqual([201, 201, 201, 201])
    })

    it('are never more than there may be, whoever asks at once', async () => {
      await start({ LABORATORY_MAX: '8' })
      const asked = Array.from({ length: 20 }, (_, net) => make(sentFrom(`198.51.${net}.1`)))
      const answers = await Promise.all(asked)
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(8)
      for (const refused of answers.filter(({ status }) => status !== 201)) {
        expectError(refused, 429, 'too_many_requests')
        expect(refused.object().error_description).toContain('All 8 laboratories are taken')
      }
      expect(await service.container.ports.store.liveLaboratories(service.now())).toBe(8)
    })

    it('are kept for the operator, a quarter, while strangers of many networks have the others', async () => {
      await start({ LABORATORY_MAX: '8', OPERATOR_TOKEN: token })
      const answers = await Promise.all(Array.from({ length: 10 }, (_, net) => make(sentFrom(`198.51.${net}.1`))))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(6)
      const refused = await make(sentFrom('203.0.113.1'))
      expectError(refused, 429, 'too_many_requests')
      expect(refused.object().error_description).toContain('not kept for whoever sends the operator token')
      for (const status of [201, 201, 429])
        expect((await make([...sentFrom('203.0.113.1'), ...asOperator])).status).toBe(status)
    })

    it('give back the place of a session that was refused', async () => {
      await start({ LABORATORY_MAX: '8' })
      const refused = { laboratory: { ...laboratory, status: {} }, list_alias: 'no alias' }
      for (let count = 0; count < 3; count++)
        expect((await post('/sessions', refused, sentFrom('192.0.2.1'))).status).toBe(400)
      expect((await make(sentFrom('192.0.2.1'))).status).toBe(201)
    })

    it('make room once no request touched them for a day, the one that was touched first before the others', async () => {
      await start({ LABORATORY_MAX: '3' })
      const made: { readonly id: string; readonly metadata: string }[] = []
      for (const net of [1, 2, 3]) {
        const created = (await make(sentFrom(`198.51.${net}.1`))).object()
        made.push({ id: String(created.session_id), metadata: new URL(String(created.laboratory_url)).pathname })
        service.advance(60)
      }
      const [first, second, third] = made
      if (first === undefined || second === undefined || third === undefined) throw new Error('There are three.')
      expect((await http({ path: first.metadata })).status).toBe(200)
      service.advance(day - 600)
      expectError(await make(sentFrom('203.0.113.1')), 429, 'too_many_requests')
      service.advance(600)
      expect((await make(sentFrom('203.0.113.1'))).status).toBe(201)
      const late = await http({ path: second.metadata })
      expectError(late, 404, 'issuer_not_found')
      expect(late.object().error_description).toContain('made room for another one')
      expect((await http({ path: first.metadata })).status).toBe(200)
      expect((await http({ path: third.metadata })).status).toBe(200)

      const view = (await http({ path: `/sessions/${second.id}` })).object() as unknown as IssuanceSessionView
      expect(view.events).toContainEqual(expect.objectContaining({ type: 'laboratory_made_room' }))
      expect(Date.parse(view.laboratory?.until ?? '')).toBeLessThanOrEqual(service.now())
      const offer = await post(`/sessions/${second.id}/laboratory/offers`, {})
      expectError(offer, 404, 'issuer_not_found')
      // The two that are left were just used.
      expectError(await make(sentFrom('203.0.114.1')), 429, 'too_many_requests')
    })

    it('of the operator make room for no stranger', async () => {
      await start({ LABORATORY_MAX: '2', OPERATOR_TOKEN: token })
      for (let count = 0; count < 2; count++) expect((await make(asOperator)).status).toBe(201)
      service.advance(2 * day)
      expectError(await make(sentFrom('203.0.113.1')), 429, 'too_many_requests')
      expect((await make(asOperator)).status).toBe(201)
    })
  })
})

describe('shares of the ledger', () => {
  /** Many requests of one client leave the requests of others in the ledger. */
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
})
