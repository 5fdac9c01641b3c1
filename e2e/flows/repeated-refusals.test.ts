import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkContract } from '@/lib/testing/check-contract'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet, type FormChanges, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { startService, type TestService } from '@/lib/testing/service'

/** A wallet that keeps repeating a request that was refused for good reason. `vci.flow.no_requests_after_error` */
let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const refused: FormChanges = { form: (form) => form.set('redirect_uri', '/cb') }
const statuses = async (count: number, send: () => Promise<{ status: number }>): Promise<number[]> => {
  const found: number[] = []
  for (let sent = 0; sent < count; sent += 1) found.push((await send()).status)
  return found
}
const loop = async (wallet: HandCodeWallet) => {
  expect(await statuses(50, () => wallet.push(refused))).toEqual(Array.from({ length: 50 }, () => 400))
  return wallet.push(refused)
}

describe('a refused request', () => {
  it('is answered 429 after 50 times, is on record with what is wrong, and another one is not held up', async () => {
    const wallet = await createHandCodeWallet(service)
    const answer = await loop(wallet)
    expectError(answer, 429, 'too_many_requests')
    checkContract('pushAuthorizationRequest', answer)
    expect(Number(answer.header('retry-after'))).toBeGreaterThan(60)
    const view = await wallet.view()
    expect(view.exchanges.at(-1)).toMatchObject({ correlation: 'exact', response: { status: 429 } })
    expect(view.events.at(-1)).toMatchObject({ type: 'unexpected_request', detail: { reason: 'repeated_refusal' } })
    const last = view.checks.conformance.filter(({ exchange_id }) => exchange_id === view.exchanges.at(-1)?.id)
    expect(last.find(({ id }) => id === 'vci.par.redirect_uri_valid')).toMatchObject({ status: 'fail' })
    expect(view.checks.conformance.find(({ id }) => id === 'vci.flow.no_requests_after_error')).toMatchObject({
      status: 'fail',
    })
    const other = { form: (form: URLSearchParams) => form.set('redirect_uri', '/another') }
    expect((await wallet.push(other)).status).toBe(400)
    expect((await wallet.push()).status).toBe(201)
  })

  it('of one session holds up no other, and is read again when its time is over', async () => {
    const [one, other] = [await createHandCodeWallet(service), await createHandCodeWallet(service)]
    expect((await loop(one)).status).toBe(429)
    expect((await other.push(refused)).status).toBe(400)
    service.advance(901)
    expect((await one.push(refused)).status).toBe(400)
  })

  it('that asks for another try may be repeated', async () => {
    const wallet = await createHandCodeWallet(service, { dpop_nonce: 'required' })
    expect(new Set(await statuses(52, () => wallet.push()))).toEqual(new Set([400]))
  })
})
