import { expect, it } from 'vitest'
import { browserCall } from '../verifier/request-panels'

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
