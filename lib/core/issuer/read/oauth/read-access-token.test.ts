import { expect, it } from 'vitest'
import { lookedAt } from '@/lib/testing/looked-at'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { toBase64url, utf8 } from '../../../shared/values/base64url'
import { readAccessToken } from './read-access-token'

const reading = (authorization: string) =>
  readAccessToken(
    { params: {}, exchange: { headers: [['authorization', authorization]], query: null } } as unknown as RequestContext,
    null,
  )

it('takes scheme and token apart, whatever blanks stand around them', async () => {
  expect(await reading('  DPoP   abc  def ')).toMatchObject({ scheme: 'DPoP', token: 'abc  def', state: 'malformed' })
  expect(await reading('DPoP')).toMatchObject({ scheme: 'DPoP', token: null })
  expect(await reading(' ')).toMatchObject({ scheme: null, token: null })
})

it('looks at many blanks no more often than at few', async () => {
  const text = `DPoP a${' '.repeat(100_000)}b`
  const read = async () => expect(await reading(text)).toMatchObject({ scheme: 'DPoP' })
  expect(await lookedAt(read)).toBeLessThan(10 * text.length)
})

it('takes a token that nobody knows, at an address of no issuer, for an unknown one', async () => {
  const part = (value: object) => toBase64url(utf8(JSON.stringify(value)))
  const token = `${part({ alg: 'ES256' })}.${part({ jti: 'a' })}.${'A'.repeat(86)}`
  const context = {
    params: {},
    issuer: null,
    exchange: { headers: [['authorization', `DPoP ${token}`]], query: null },
    ports: { sha256: () => new Uint8Array(32), store: { oneTimeValue: async () => null } },
  } as unknown as RequestContext
  expect(await readAccessToken(context, null)).toMatchObject({ state: 'unknown', jwt: { claims: { jti: 'a' } } })
})
