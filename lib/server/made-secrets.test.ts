import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { utf8 } from '@/lib/core/base64url'
import type { Exchange } from '@/lib/core/http/exchange'
import { exchangeId } from '@/lib/core/ids'
import type { Commit } from '@/lib/core/store-types'
import { addSeconds, epochMillis } from '@/lib/core/time'
import { createMadeSecrets } from './made-secrets'

const now = epochMillis(1_800_000_000_000)
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const code = randomBytes(32).toString('base64url')
const grant = (value: string) =>
  ({
    events: [],
    effects: [
      { type: 'grant', value: { digest: sha256(value).toString('base64url'), expiresAt: addSeconds(now, 60) } },
    ],
  }) as unknown as Commit
const request = (change: Partial<Exchange>): Exchange => ({
  id: exchangeId('00000000-0000-4000-8000-000000000001'),
  at: now,
  method: 'GET',
  path: '/',
  query: null,
  headers: [],
  body: new Uint8Array(),
  bodyOverflow: false,
  bodyBytes: 0,
  remoteAddress: '',
  ...change,
})

describe('secrets that the service made', () => {
  const made = createMadeSecrets(sha256)
  made.note(grant(code))
  const encoded = [...code].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')

  it.each<[string, Partial<Exchange>]>([
    ['method', { method: code }],
    ['path', { path: `/issuers/x/${code}.json` }],
    ['query', { query: `a=b-${code}-c` }],
    ['header', { headers: [['User-Agent', `Wallet/1.0 (x${code})`]] }],
    ['header name', { headers: [[code, 'x']] }],
    ['body', { body: utf8(`{"x${code}y": 1}`) }],
    ['percent-encoded path', { path: `/${encoded}` }],
  ])('are found in the %s of a request', (_place, change) => {
    expect(made.findIn(request(change))).toEqual([code])
  })

  it('are found behind the prefix that they were handed out with', () => {
    const handle = randomBytes(32).toString('base64url')
    made.note(grant(`urn:ietf:params:oauth:request_uri:${handle}`))
    expect(made.findIn(request({ path: `/${handle}` }))).toEqual([handle])
  })

  it('are none once they have expired, nor is what others made', () => {
    expect(made.findIn(request({ path: `/${code}`, at: addSeconds(now, 61) }))).toEqual([])
    expect(made.findIn(request({ path: `/${randomBytes(32).toString('base64url')}` }))).toEqual([])
  })

  it('cost little to look for in the longest request', () => {
    const started = process.cpuUsage()
    made.findIn(request({ body: utf8('aB3'.repeat(100_000)) }))
    expect(process.cpuUsage(started).user).toBeLessThan(250_000)
  })
})
