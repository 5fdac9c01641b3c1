import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { curlCommand } from '../../shared/http/curl-command'
import type { Json, JsonObject } from '../../shared/values/json'
import type { ExchangeView } from '../evidence/session-view'
import { curlOfExchange } from './exchange-curl'

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

  const hidden = (more: JsonObject = {}): JsonObject => ({
    redacted: true,
    present: true,
    length: 9,
    type: 'string',
    ...more,
  })

  it('has a variable for each redacted value, which the comment lists', () => {
    const sent = {
      ...exchange,
      headers: {
        authorization: hidden({ scheme: 'DPoP', jwt: { kind: 'access_token' } }),
        dpop: hidden({ jwt: { kind: 'dpop' } }),
        'content-type': 'application/x-www-form-urlencoded',
      },
      query: {},
      body: {
        code: hidden(),
        path: hidden(),
        proofs: { redacted: true, items: [hidden({ jwt: { kind: 'proof_jwt' } })] },
      },
    } as ExchangeView
    const command = curlOfExchange(sent, 'https://example.com')
    expect(command.split('\n', 1)).toEqual([
      '# Not recorded, set before: ACCESS_TOKEN DPOP_PROOF AUTHORIZATION_CODE SENT_PATH KEY_PROOF',
    ])
    const set = 'ACCESS_TOKEN=at DPOP_PROOF=dp AUTHORIZATION_CODE=c SENT_PATH=p KEY_PROOF=kp'
    expect(words(`${set}\n${command}`).slice(3)).toEqual([
      '-H',
      'authorization: DPoP at',
      '-H',
      'dpop: dp',
      '-H',
      'content-type: application/x-www-form-urlencoded',
      '--data-raw',
      'code=c&path=p&proofs=kp',
    ])
    const json = {
      ...sent,
      headers: { 'content-type': 'application/json' },
      body: { proofs: { jwt: [hidden(), hidden()] } },
    }
    expect(words(`SENT_JWT=a SENT_JWT_2=b\n${curlOfExchange(json as ExchangeView, '')}`).at(-1)).toBe(
      '{"proofs":{"jwt":["a","b"]}}',
    )
  })

  it('is one command that expands no variable but those it lists, whatever was recorded', () => {
    const json = fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<Json>
    const nasty = fc.constantFrom('\ue000HOME\ue001', "'$(id)'", '`id`', '"$HOME"', '\n# x', '$HOME')
    const object = fc.dictionary(fc.oneof(fc.string(), nasty), fc.oneof(json, nasty, fc.constant(hidden())))
    fc.assert(
      fc.property(object, object, object, fc.boolean(), (headers, query, body, isForm) => {
        const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
        const sent = { ...exchange, headers: { ...headers, 'content-type': type }, query, body } as ExchangeView
        const command = curlOfExchange(sent, 'https://example.com').replaceAll('\0', '')
        // As `sh -n` does; and what a shell would run is curl alone.
        expect(() => execFileSync('sh', ['-n'], { input: command })).not.toThrow()
        const found = words(command)
        expect(found[0]).toBe('-X')
        expect(found.join(' ')).not.toContain(process.env.HOME === '/' ? '\ue000' : `${process.env.HOME}`)
      }),
      runs(40),
    )
  })
})
