import { afterAll, beforeAll, expect, it } from 'vitest'
import { sessionId } from '@/lib/core/ground/ports/ids'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { claim } from '@/lib/testing/jwt-changes'
import { startService, type TestService } from '@/lib/testing/service'
import { undoEncodings } from '@/lib/testing/undo-encodings'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'

/** What findings, events and free texts show of a long text ends somewhere: also where a value of ours begins before it. */
const noCredential = {} as HeldCredential
let service: TestService
let http: HttpClient
beforeAll(async () => {
  service = await startService({ env: { LOG_LEVEL: 'error', LOG_FORMAT: 'pretty' } })
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

const hex = (value: string, write: (code: string) => string): string =>
  [...value].map((one) => write(one.charCodeAt(0).toString(16).padStart(2, '0'))).join('')

/** The encodings that stretch a value so far that the first half of it may be longer than what is shown. */
const written: Readonly<Record<string, (value: string) => string>> = {
  'percent-encoded': (value) => hex(value, (code) => `%${code}`),
  'with \\u escapes': (value) => hex(value, (code) => `\\u00${code}`),
  'in hexadecimal digits': (value) => hex(value, (code) => code),
}

it.each(Object.entries(written))('nothing of a value of ours can be read where a text is cut: %s', async (_, write) => {
  const value = await (await createHandWallet(service)).freshNonce()
  const wallet = await createHandWallet(service)
  const presenter = await createHandPresenter(service, noCredential)
  // Findings and events show 80, 100, 200, and free texts 512 characters: of the value, less than half stands before.
  const before = (charactersMax: number): string => {
    const text = write(value)
    return `${'-_'.repeat(256).slice(0, charactersMax - Math.floor(text.length * 0.45))}|${text}${'|tail'.repeat(40)}`
  }
  await wallet.requestCredential({ proof: claim('iss', before(200)) })
  await wallet.requestToken({ form: (form) => form.set('grant_type', before(80)) })
  await wallet.requestToken({ form: (form) => form.set('client_id', before(200)), dpop: claim('jti', before(200)) })
  await presenter.post([
    ['error', before(200)],
    ['error_description', before(512)],
    ['state', String(presenter.request.state)],
  ])
  const { store } = service.container.ports
  const stored = await Promise.all(
    [wallet, presenter].map(async ({ created }) => {
      const id = sessionId(String(created.session_id))
      return JSON.stringify([await store.exchanges(id), await store.events(id)])
    }),
  )
  expect(stored.join()).toContain('[redacted:')
  const readings = stored.flatMap(undoEncodings)
  const left = Array.from({ length: value.length - 8 }, (_, at) => value.slice(at, at + 8)).filter((part) =>
    readings.some((reading) => reading.includes(part)),
  )
  expect(left).toEqual([])
})
