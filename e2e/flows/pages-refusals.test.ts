import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { installContainer } from '@/lib/server/container'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { createHttpClient, type Fields, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

/** What visitors see whose form the service refuses, with the pages as Next serves them, in their own bundle. */
const mib = 1024 * 1024
const visitor = '192.0.2.7'
const form: Fields = [['Content-Type', 'application/x-www-form-urlencoded']]
let pages: Awaited<ReturnType<typeof openBuiltPages>>
let service: TestService
let http: HttpClient
let free = 100 * mib

beforeAll(async () => {
  pages = await openBuiltPages()
  const env = { ADDRESS_MIB_PER_DAY: '1', DISK_FLOOR_MIB: '100', TRUST_PROXY: '127.0.0.1' }
  service = await startService({ env, pages: pages.pages, freeBytes: async () => free })
  installContainer(service.container)
  http = createHttpClient(service.baseUrl)
}, 300_000)
afterAll(async () => {
  http.close()
  await service.close()
})

const submit = (path: string, body: string) =>
  http({ method: 'POST', path, headers: [...form, ['X-Forwarded-For', visitor]], body })
const campaign = 'wallet_name=Quillfern&wallet_version=2.4.1&campaign=full'
const forms = [
  ['/start/issuance/create', 'flow=pre_authorized_code'],
  ['/start/presentation/create', 'preset=sd_jwt_baseline'],
  ['/start/round-trip/create', 'flow=pre_authorized_code'],
  ['/start/campaign', campaign],
] as const

describe('a form that creates', () => {
  it.each(forms)('is taken while there is room: %s', async (path, body) => {
    expect((await submit(path, body)).status).toBe(303)
  })

  it.each([
    ['{', 'transaction_template must be'],
    ['{"data":{"type":1}}', 'transaction_template.data.type must be'],
  ])('says what is wrong with the transaction %s', async (template, words) => {
    const body = `${campaign}&with_transaction=true&transaction_template=${encodeURIComponent(template)}`
    const answer = await submit('/start/campaign', body)
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining(words)])
  })

  it.each(forms)('says what is full and when there is room again: %s', async (path, body) => {
    service.container.storageBounds.written(visitor, mib, service.now())
    const answer = await submit(path, body)
    expect([answer.status, answer.body]).toEqual([429, expect.stringContaining('ADDRESS_MIB_PER_DAY')])
    expect(Number(answer.header('retry-after'))).toBeGreaterThan(0)
    expect(answer.body).toMatch(/Try again in \d+ (seconds|minutes|hours)\.\n$/)
  })

  it.each(forms)('says that the disk is nearly full: %s', async (path, body) => {
    free = 0
    service.advance(10)
    const answer = await submit(path, body)
    free = 100 * mib
    service.advance(10)
    expect([answer.status, answer.body]).toEqual([507, expect.stringContaining('DISK_FLOOR_MIB')])
  })

  it('says that storage does not respond, rather than that something failed', async () => {
    const { store } = service.container.ports
    // Thrown as the server's own bundle does, whose classes the pages do not have.
    const commit = store.commit
    Object.assign(store, { commit: () => Promise.reject(new StoreUnavailable('down')) })
    const answer = await http({
      method: 'POST',
      path: '/start/issuance/create',
      headers: form,
      body: 'flow=pre_authorized_code',
    })
    Object.assign(store, { commit })
    expect([answer.status, answer.header('retry-after')]).toEqual([503, '5'])
  })
})

describe('a run of the wallet of the pages', () => {
  const shared = '127.0.0.1'
  const runner = '192.0.2.9'

  it('counts for the visitor who started it, and not for the address of the service', async () => {
    // The quota of others does not stop it, and its own use does not stop others.
    service.container.storageBounds.written(shared, mib, service.now())
    const created = await http({ method: 'POST', path: '/openid4vp/sessions', headers: [['X-Forwarded-For', runner]] })
    const { session_id: session } = created.object()
    const written: string[] = []
    const { storageBounds } = service.container
    const count = storageBounds.written
    Object.assign(storageBounds, {
      written: (...counted: Parameters<typeof count>) => {
        written.push(counted[0])
        count(...counted)
      },
    })
    const started = await http({
      method: 'POST',
      path: `/inspect/presentation/${session}/wallet`,
      headers: [...form, ['X-Forwarded-For', runner]],
      body: 'run=clean',
    })
    expect(started.status).toBe(303)
    await expect
      .poll(async () => (await http({ path: `/openid4vp/sessions/${session}` })).object().status)
      .toBe('presentation_validated')
    Object.assign(storageBounds, { written: count })
    expect(written.length).toBeGreaterThan(4)
    expect(new Set(written)).toEqual(new Set([runner]))
    const view = await http({ path: `/openid4vp/sessions/${session}` })
    expect(view.body.toLowerCase()).not.toContain('x-wallet-capture')
  })

  it('that gets no credential, for its visitor has none left to create, says so on the page of the session', async () => {
    const from: Fields = [['X-Forwarded-For', '192.0.2.10']]
    const created = await http({ method: 'POST', path: '/openid4vp/sessions', headers: from })
    const { session_id: session } = created.object()
    service.container.storageBounds.written('192.0.2.10', mib, service.now())
    const started = await http({
      method: 'POST',
      path: `/inspect/presentation/${session}/wallet`,
      headers: [...form, ...from],
      body: 'run=clean',
    })
    expect(started.status).toBe(303)
    const page = async () => (await http({ path: String(started.header('location')) })).body
    await expect.poll(page).toContain('The built-in wallet stopped before it could respond.')
    expect(await page()).toContain('ADDRESS_MIB_PER_DAY')
    const view = (await http({ path: `/openid4vp/sessions/${session}` })).object()
    expect(view.events).toContainEqual(
      expect.objectContaining({
        type: 'reference_wallet_stopped',
        detail: { reason: expect.stringContaining('ADDRESS_MIB_PER_DAY') },
      }),
    )
  })
})
