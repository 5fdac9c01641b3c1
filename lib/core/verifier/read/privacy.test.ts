import { describe, expect, it } from 'vitest'
import type { HeaderField } from '../../shared/http/exchange'
import { exchangeId } from '../../shared/ports/ids'
import { epochMillis } from '../../shared/time/time'
import { utf8 } from '../../shared/values/base64url'
import { readPrivacy } from './privacy'

const read = (parts: { headers?: HeaderField[]; query?: string; body?: string }) =>
  readPrivacy(
    {
      id: exchangeId('00000000-0000-4000-8000-000000000001'),
      at: epochMillis(0),
      method: 'GET',
      path: '/',
      query: parts.query ?? null,
      headers: parts.headers ?? [],
      body: utf8(parts.body ?? ''),
      bodyOverflow: false,
      bodyBytes: 0,
      remoteAddress: '192.0.2.7',
    },
    { body: parts.body ?? '' },
  )

describe('the traces in a request', () => {
  it('are none in a plain one', () => {
    const headers: HeaderField[] = [
      ['Host', 'v.example'],
      ['Accept', '*/*'],
      ['User-Agent', 'wallet'],
      ['X-Forwarded-For', '1.2.3.4'],
    ]
    expect(read({ headers })).toEqual({ credentialHeaders: [], identifyingHeaders: [], personal: [] })
  })

  it.each<[string, string]>([
    ['User-Agent', 'okhttp/4.12.0'],
    ['User-Agent', 'Wallet (iPhone15,2)'],
    ['X-Device-Id', 'x'],
    ['Sec-CH-UA-Model', 'Pixel'],
  ])('name app or device by %s: %s', (name, value) => {
    expect(read({ headers: [[name, value]] }).identifyingHeaders).toEqual([name.toLowerCase()])
  })

  it.each(['X-Zk3Qp8Lw2Xn7Rt5Vb9Yc1Md4', `X-${'a'.repeat(63)}`])(
    'do not repeat a value in place of a name: %s',
    (name) => {
      const headers: HeaderField[] = [[name, 'erika@example.org']]
      const words = `with a name of ${name.length} characters`
      expect(read({ headers })).toMatchObject({
        identifyingHeaders: [words],
        personal: [{ place: `header ${words}`, kind: 'email' }],
      })
    },
  )

  it('name credentials', () => {
    expect(
      read({
        headers: [
          ['Authorization', 'Bearer x'],
          ['Cookie', 'a=b'],
        ],
      }).credentialHeaders,
    ).toEqual(['authorization', 'cookie'])
  })

  it.each([
    [{ query: 'user=erika%40example.org' }, { place: 'query', kind: 'email' }],
    [{ body: 'holder=did%3Akey%3Az6MkpTHR8VNs' }, { place: 'body', kind: 'did' }],
    [{ body: '{"kty":"EC"}' }, { place: 'body', kind: 'jwk' }],
    [
      { headers: [['X-Token', 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln'] as HeaderField] },
      { place: 'header x-token', kind: 'jwt' },
    ],
  ])('name a person or a key, and tell the place only', (parts, trace) => {
    expect(read(parts).personal).toEqual([trace])
  })
})
