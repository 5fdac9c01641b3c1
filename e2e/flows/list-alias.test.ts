import { afterEach, describe, expect, it } from 'vitest'
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

/** Whose lists are at a lasting address: what was begun with the operator token stays the operator's. */
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
describe('a list_alias', () => {
  const alias = 'abcdefghij0123456789'
  const join = (headers: Fields = [], path = '/openid4vp/sessions') =>
    post(path, { trust_framework: 'eu', list_alias: alias }, headers)
  const leads = async () => {
    const { store, sha256 } = service.container.ports
    const digest = Buffer.from(sha256(alias)).toString('base64url')
    const standing = await store.standingValue('list_alias', digest)
    return (standing?.data.sessions as { id: string }[] | undefined)?.map(({ id }) => id) ?? []
  }
  const refuses = async (answer: HttpAnswer) => {
    expectError(answer, 401, 'unauthorized')
    expect(answer.object()).toMatchObject({
      error_description: expect.stringContaining('begun or taken over with the operator token'),
      pointer: '/list_alias',
    })
  }

  it('that was begun with the token is joined with the token only, and stays so once its sessions are over', async () => {
    await start({ OPERATOR_TOKEN: token })
    const mine = (await join(asOperator)).object().session_id
    await refuses(await join())
    await refuses(await post('/sessions', { laboratory: {}, trust_framework: 'eu', list_alias: alias }))
    const wallet = { name: 'Quillfern', version: '1' }
    await refuses(await post('/campaigns', { wallet, presets: ['sd_jwt_baseline'], list_alias: alias }))
    expect(await leads()).toEqual([mine])
    service.advance(3601)
    await refuses(await join())
    const next = (await join(asOperator)).object().session_id
    expect((await leads())[0]).toBe(next)
    // No place was taken, and no session made.
    expect(await service.container.ports.store.liveLaboratories(service.now())).toBe(0)
  })

  it('that strangers began is joined by strangers, until the operator takes it over: then it leads to none of theirs', async () => {
    await start({ OPERATOR_TOKEN: token })
    for (const headers of [[], sentFrom('192.0.2.1')]) expect((await join(headers)).status).toBe(201)
    const mine = (await join(asOperator)).object().session_id
    expect(await leads()).toEqual([mine])
    await refuses(await join())
    expect(await leads()).toEqual([mine])
    const next = (await join(asOperator)).object().session_id
    expect(await leads()).toEqual([next, mine])
  })

  it('that was stored before its beginner was kept needs the token, where one is set', async () => {
    await start({ OPERATOR_TOKEN: token })
    const { store, sha256 } = service.container.ports
    const digest = Buffer.from(sha256(alias)).toString('base64url')
    const value = { kind: 'list_alias' as const, digest, version: 1, changedAt: service.now(), data: { sessions: [] } }
    await store.commit({ events: [], effects: [{ type: 'replace', value, replaces: 0 }] })
    await refuses(await join())
    expect((await join(asOperator)).status).toBe(201)
  })

  it('is everybody’s where no token is set', async () => {
    await start({})
    for (const address of ['192.0.2.1', '198.51.100.1']) expect((await join(sentFrom(address))).status).toBe(201)
  })

  it('is never the stranger’s who asks at the same time as the operator begins it', async () => {
    await start({ OPERATOR_TOKEN: token })
    const answers = await Promise.all([join(), join(asOperator), join(), join()])
    expect(answers[1]?.status).toBe(201)
    for (const { status } of answers) expect([201, 401]).toContain(status)
  })
})
