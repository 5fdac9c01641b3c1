import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { curlCommand } from '../../shared/http/curl-command'
import type { ExchangeView } from '../evidence/session-view'
import { curlOfExchange, wireBody, wireFields } from './har-report'

const exchange: ExchangeView = {
  id: '00000000-0000-4000-8000-000000000001',
  at: '2026-01-02T03:04:05.678Z',
  method: 'POST',
  path: '/issuers/eu-pid-device-bound/token',
  session_id: null,
  issuer_configuration_id: 'eu-pid-device-bound',
  headers: {
    host: 'localhost:3000',
    'content-length': '40',
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    'x-twice': ['a', 'b'],
    'x-empty': '',
  },
  query: { lang: ['de', 'en'] },
  body: { grant_type: 'authorization_code', code: '[redacted]' },
  response: { status: 200, content_type: 'application/json', headers: {}, body: {} },
  origin: 'wallet',
  correlation: 'exact',
  operation: 'requestToken',
  duration_ms: 3,
  decoded: [],
  checks: [],
}

/** The arguments that a shell passes to curl, one JSON value per line. */
function words(command: string): string[] {
  const printed = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: 'utf8' })
  return printed.split('\0').slice(0, -1)
}

describe('an exchange as curl command', () => {
  it('repeats method, address, header fields and the form, without what belongs to the connection', () => {
    expect(words(curlOfExchange(exchange, 'https://example.com'))).toEqual([
      '-X',
      'POST',
      'https://example.com/issuers/eu-pid-device-bound/token?lang=de&lang=en',
      '-H',
      'content-type: application/x-www-form-urlencoded;charset=UTF-8',
      '-H',
      'x-twice: a',
      '-H',
      'x-twice: b',
      '-H',
      'x-empty;',
      '--data-raw',
      'grant_type=authorization_code&code=%5Bredacted%5D',
    ])
  })

  it('reaches curl word by word, whatever a wallet sent', () => {
    // A shell argument ends at a zero byte, which HTTP forbids in addresses and header fields, and JSON unless escaped.
    const text = fc.string({ unit: 'binary', minLength: 1 }).filter((one) => !one.includes('\0') && one.isWellFormed())
    fc.assert(
      fc.property(text, text, text, text, (method, url, value, body) => {
        const command = curlCommand({ method, url, headers: [['x-a', value]], body })
        expect(words(command)).toEqual(['-X', method, url, '-H', `x-a: ${value}`, '--data-raw', body])
      }),
      runs(60),
    )
  })
})

describe('a message as it went over the wire', () => {
  it('writes JSON for a body that is not a form, and text as it is', () => {
    expect(wireBody({ a: [1] }, 'application/json')).toBe('{"a":[1]}')
    expect(wireBody('header.payload.signature', 'application/jwt')).toBe('header.payload.signature')
    expect(wireBody(['a'], 'application/x-www-form-urlencoded')).toBe('["a"]')
    expect(wireBody(null, 'application/json')).toBeNull()
  })

  it('lists each value of a field', () => {
    expect(wireFields({ a: ['1', '2'], b: { c: 1 }, d: null })).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['b', '{"c":1}'],
      ['d', ''],
    ])
    expect(wireFields('text')).toEqual([])
  })
})
