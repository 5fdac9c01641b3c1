import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Exchange } from '@/lib/core/ground/http/exchange'
import { exchangeId } from '@/lib/core/ground/ports/ids'
import { addSeconds, epochMillis } from '@/lib/core/ground/time/time'
import { utf8 } from '@/lib/core/ground/values/base64url'
import { processorMillis } from '@/lib/testing/processor-time'
import { createMadeSecrets } from './made-secrets'

const now = epochMillis(1_800_000_000_000)
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const newSecret = () => randomBytes(32).toString('base64url')
const code = newSecret()
const handedOut = (secret: string) => [{ secret, expiresAt: addSeconds(now, 60) }]
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

describe('secrets that the service issued', () => {
  const made = createMadeSecrets({ sha256, random: randomBytes })
  made.note(handedOut(code))
  const encoded = [...code].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')

  it.each<[string, Partial<Exchange>]>([
    ['method', { method: code }],
    ['path', { path: `/issuers/x/${code}.json` }],
    ['query', { query: `a=b-${code}-c` }],
    ['header', { headers: [['User-Agent', `Wallet/1.0 (x${code})`]] }],
    ['header name', { headers: [[code, 'x']] }],
    ['body', { body: utf8(`{"x${code}y": 1}`) }],
    ['percent-encoded path', { path: `/${encoded}` }],
    ['path, one character percent-encoded', { path: `/x/y%20${encoded.slice(0, 3)}${code.slice(1)}?` }],
    ['body, last character percent-encoded', { body: utf8(`a=%22${code.slice(0, -1)}${encoded.slice(-3)}&b=%`) }],
  ])('are found in the %s of a request', (_place, change) => {
    expect(made.findIn(request(change))).toEqual([code])
  })

  it('are found deep inside what looks like one long value', () => {
    for (const before of [1, 85, 86, 127, 128, 129, 100_000])
      expect(made.findIn(request({ body: utf8(`${'x'.repeat(before)}${code}y`) }))).toEqual([code])
  })

  it('are found after the prefix that they were issued with', () => {
    const handle = newSecret()
    made.note(handedOut(`urn:ietf:params:oauth:request_uri:${handle}`))
    expect(made.findIn(request({ path: `/${handle}` }))).toEqual([handle])
    expect(made.findIn(request({ query: `request_uri=urn:ietf:params:oauth:request_uri:${handle}` }))).toEqual([handle])
  })

  it('are ignored once expired, as are secrets of others', () => {
    expect(made.findIn(request({ path: `/${code}`, at: addSeconds(now, 61) }))).toEqual([])
    expect(made.findIn(request({ path: `/${newSecret()}` }))).toEqual([])
    expect(made.findIn(request({ path: `/${code.slice(0, 42)}.${code.slice(1)}` }))).toEqual([])
  })

  it('are distinguished by their digest if all hashes are equal', () => {
    const equal = createMadeSecrets({ sha256, random: (bytes) => new Uint8Array(bytes) })
    equal.note(handedOut(code))
    expect(equal.findIn(request({ body: utf8(`${newSecret()} ${code} ${newSecret()}`) }))).toEqual([code])
  })

  it('are forgotten, oldest first, if there are too many', () => {
    const many = createMadeSecrets({ sha256, random: randomBytes, rememberedMax: 100 })
    const [first, second] = [newSecret(), newSecret()]
    many.note([...handedOut(first), ...handedOut(second), ...handedOut(first)])
    for (let count = 1; count < 100; count++) many.note(handedOut(newSecret()))
    expect(many.findIn(request({ path: `/${first}/${second}` }))).toEqual([first])
  })

  it('are found as long as they are live, however many were forgotten before', () => {
    const many = createMadeSecrets({ sha256, random: randomBytes, rememberedMax: 10 })
    const values = Array.from({ length: 100 }, newSecret)
    for (const [index, value] of values.entries()) {
      many.note(handedOut(value))
      const live = values.slice(Math.max(0, index - 9), index + 1)
      expect(many.findIn(request({ path: `/${values.slice(0, index + 1).join('/')}` }))).toEqual(live)
    }
  })

  it('cost little to look for in the longest request', () => {
    const body = utf8('aB3'.repeat(100_000))
    const started = processorMillis()
    for (let count = 0; count < 10; count++) made.findIn(request({ body }))
    expect(processorMillis() - started).toBeLessThan(200)
  })
})
