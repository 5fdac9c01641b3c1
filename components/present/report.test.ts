import { afterEach, describe, expect, it, vi } from 'vitest'
import { failureWords, fetchState } from './ask-wallet'
import { report, reportLeft, reportStart } from './report'

afterEach(() => {
  vi.unstubAllGlobals()
})

const page = { origin: 'https://verifier.example', elapsed_ms: 12, allows: { 'org-iso-mdoc': true } }

const body = { outcome: 'answer', protocol: 'org-iso-mdoc', data: { response: 'x' }, page } as const

const serviceThat = (answer: () => Promise<Response>) => {
  const fetched = vi.fn<typeof fetch>(answer)
  vi.stubGlobal('fetch', fetched)
  return fetched
}

describe('report', () => {
  it('posts the outcome as JSON, and knows what was taken from what was refused', async () => {
    const fetched = serviceThat(async () => Response.json({}))
    expect(await report('/result', body)).toEqual({ is: 'taken' })
    const [url, init] = fetched.mock.calls[0] ?? []
    expect([url, init?.method, JSON.parse(String(init?.body))]).toEqual(['/result', 'POST', body])
    serviceThat(async () => Response.json({ error: 'invalid_request' }, { status: 400 }))
    expect(await report('/result', body)).toEqual({ is: 'refused' })
  })

  it('says why an answer is not on record, so that it can be sent again', async () => {
    serviceThat(async () => Response.json({ error_description: 'Storage does not respond.' }, { status: 503 }))
    expect(await report('/result', body)).toEqual({ is: 'lost', why: 'Storage does not respond.' })
    serviceThat(async () => new Response('<p>', { status: 502 }))
    expect(await report('/result', body)).toEqual({ is: 'lost', why: 'The service responded with 502.' })
    serviceThat(() => Promise.reject(new TypeError('offline')))
    expect(await report('/result', body)).toEqual({ is: 'lost', why: 'The service cannot be reached.' })
  })

  it('reports the start so that it outlives the page, and gives up rather than hold what follows', async () => {
    const fetched = serviceThat(() => Promise.reject(new TypeError('offline')))
    await reportStart('/result', page)
    const [, init] = fetched.mock.calls[0] ?? []
    expect(init).toMatchObject({ method: 'POST', keepalive: true })
    expect(JSON.parse(String(init?.body))).toEqual({ outcome: 'started', page })
  })

  it('reports by a beacon of JSON that the page is left', async () => {
    const sendBeacon = vi.fn<Navigator['sendBeacon']>(() => true)
    vi.stubGlobal('navigator', { sendBeacon })
    reportLeft('/result', page)
    const [url, blob] = sendBeacon.mock.calls[0] ?? []
    expect(url).toBe('/result')
    expect(blob).toBeInstanceOf(Blob)
    expect((blob as Blob).type).toBe('application/json')
    expect(JSON.parse(await (blob as Blob).text())).toEqual({ outcome: 'left', page })
  })
})

describe('fetchState', () => {
  it('reads how the session stands, and throws where it cannot, so that polling asks again', async () => {
    serviceThat(async () => Response.json({ ended: true, next_page: '/present/x' }))
    expect(await fetchState('/state')).toEqual({ ended: true, nextPage: '/present/x' })
    serviceThat(async () => Response.json({ ended: false, next_page: null }))
    expect(await fetchState('/state')).toEqual({ ended: false, nextPage: null })
    serviceThat(async () => Response.json({ error: 'session_not_found' }, { status: 404 }))
    await expect(fetchState('/state')).rejects.toThrow('404')
  })
})

it('tells what a person can know of a rejected call, and no more than the browser says', () => {
  expect(failureWords('NotAllowedError')).toBe('Nothing was shared. You or the wallet declined, or no wallet fits.')
  expect(failureWords('AbortError')).toBe('You stopped asking.')
  for (const name of ['TypeError', 'SecurityError', 'InvalidStateError', 'OperationError'])
    expect(failureWords(name)).toMatch(new RegExp(`^${name}: the [a-z ,]+\\.$`))
  expect(failureWords('constructor')).toBe('constructor: the browser says no more than this name.')
})
