import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import type { Exchange } from '../../shared/http/exchange'
import { exchangeId } from '../../shared/ports/ids'
import { epochMillis } from '../../shared/time/time'
import { utf8 } from '../../shared/values/base64url'
import { readSentParameters } from './read-sent-parameters'

const read = (body: string, type: string | null) => readSentParameters(exchangeOf(body, type))
const exchangeOf = (text: string, type: string | null): Exchange => {
  const body = utf8(text)
  return {
    id: exchangeId('00000000-0000-4000-8000-000000000001'),
    at: epochMillis(0),
    method: 'POST',
    path: '/openid4vp/response',
    query: null,
    headers: type === null ? [] : [['Content-Type', type]],
    body,
    bodyBytes: body.length,
    bodyOverflow: false,
    remoteAddress: '127.0.0.1',
  }
}
const form = 'application/x-www-form-urlencoded'
const multipart = (...parts: string[]) =>
  parts
    .map((part) => `--b\r\n${part}\r\n`)
    .join('')
    .concat('--b--\r\n')
const field = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`

describe('posted parameters', () => {
  it.each([
    ['a form', 'state=a&vp_token=%7B%7D&state=b', `${form}; charset=utf-8`],
    ['a form that does not say so', 'state=a&vp_token=%7B%7D&state=b', null],
    [
      'multipart',
      multipart(field('state', 'a'), field('vp_token', '{}'), field('state', 'b')),
      'multipart/form-data; boundary=b',
    ],
    [
      'multipart with a quoted boundary and further header fields',
      multipart(`Content-Type: text/plain\r\n${field('state', 'a')}`, field('vp_token', '{}'), field('state', 'b')),
      'multipart/form-data; boundary="b"',
    ],
  ])('are read from %s', (_name, body, type) => {
    const { members, duplicates, value, source, urlencoded } = read(body, type)
    expect({ members, duplicates, source }).toEqual({
      members: ['state', 'vp_token'],
      duplicates: ['state'],
      source: 'form',
    })
    expect([value('state'), value('vp_token'), value('toString')]).toEqual(['a', '{}', undefined])
    expect(urlencoded).toBe(type?.startsWith(form) ?? false)
  })

  it('are read from JSON, with the names that come twice', () => {
    const { source, duplicates, value } = read('{"state":"a","state":"b","vp_token":{"pid":[]}}', 'application/json')
    expect({ source, duplicates, token: value('vp_token') }).toEqual({
      source: 'json_body',
      duplicates: ['state'],
      token: { pid: [] },
    })
  })

  it.each([
    ['Erika Mustermann, born 1964-08-12', 'text/plain'],
    ['Erika Mustermann', null],
    [`${'a'.repeat(65)}=b`, 'text/plain'],
    ['["state"]', 'application/json'],
    [multipart(field('state', 'a')), 'multipart/form-data'],
    ['state=a', 'multipart/form-data; boundary=b'],
    ['', null],
  ])('are none in %j (%s)', (body, type) => {
    expect(read(body, type).members).toEqual([])
  })

  it('are read without a throw from anything', () => {
    const types = fc.constantFrom(form, 'application/json', 'multipart/form-data; boundary=b', 'text/plain', null)
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), types, (body, type) => {
        const { members, value } = read(body, type)
        for (const name of members) expect(value(name)).not.toBeUndefined()
      }),
      runs(),
    )
  })
})
