import { expect, it } from 'vitest'
import { browserCall } from '../verifier/request-panels'
import { browserWords, carrierWords, headersFrom } from './browser-words'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/156.0.0.0 Mobile Safari/537.36`, 'Chrome 156 on Android'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/156.0.0.0 Safari/537.36`, 'Chrome 156 on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/155.0.0.0 Safari/537.36 Edg/155.0.0.0`,
    'Edge 155 on Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${webkit} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet 29 on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari 26 on iOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0.1 Mobile/15E148 Safari/604.1',
    'Chrome 156 on iOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari 26 on macOS',
  ],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox 150 on Linux'],
  ['Chrome/156', 'Chrome 156'],
  ['okhttp/4.12.0', null],
  ['', null],
])('names the browser of %j', (userAgent, words) => {
  expect(browserWords(userAgent)).toBe(words)
})

it('says of each exchange who carried it, and nothing of one that a wallet sent by itself', () => {
  expect(carrierWords('browser', 'Chrome/156 Android')).toBe('through Chrome 156 on Android')
  expect(carrierWords('browser', undefined)).toBe('through a browser')
  expect(carrierWords('emulated', 'Chrome/156 Android')).toBe('emulated')
  expect(carrierWords(undefined, 'Chrome/156 Android')).toBeNull()
  expect(headersFrom('browser')).toBe('These come from the browser, not from the wallet.')
  expect(headersFrom('emulated')).toContain('program')
  expect(headersFrom(undefined)).toBeNull()
})

const origin = 'https://verifier.example'

const call = {
  at: '2026-11-20T23:00:00.000Z',
  outcome: 'error',
  error_name: 'AbortError',
  elapsed_ms: 2345,
  carrier: 'browser',
  page_origin: origin,
  user_agent: 'Chrome/156 Android',
  allows: {},
} as const

it('says of a call what came of it, when, and who carried it', () => {
  expect(browserCall(call, origin)).toEqual({
    at: call.at,
    what: 'nothing came back, AbortError, after 2.3 s',
    how: 'through Chrome 156 on Android',
  })
  expect(browserCall({ ...call, outcome: 'answer', error_name: null }, origin).what).toBe(
    'the wallet responded, after 2.3 s',
  )
  expect(browserCall({ ...call, outcome: null, error_name: null, elapsed_ms: 0 }, origin).what).toBe(
    'nothing came of it yet',
  )
})

it('names the origin of a page that is not ours, and what played the browser', () => {
  expect(browserCall({ ...call, carrier: 'emulated', page_origin: 'https://other.example' }, origin).how).toBe(
    'emulated, from a page at https://other.example',
  )
})
