import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { toBase64url, utf8 } from '../../../shared/values/base64url'
import { readTrustChain } from './resolve-proof-key'

const statement = (header: object): string =>
  [header, { iss: 'https://federation.example' }, 'signature']
    .map((part) => toBase64url(utf8(JSON.stringify(part))))
    .join('.')

const es256 = statement({ alg: 'ES256' })

it('tells absent, another value and a chain apart', () => {
  expect(readTrustChain(undefined)).toBeNull()
  expect(readTrustChain(es256)).toEqual({ length: null, unreadable: null, algorithms: [] })
  expect(readTrustChain([])).toEqual({ length: 0, unreadable: null, algorithms: [] })
  expect(readTrustChain([es256, statement({ alg: 'RS256' })])).toEqual({
    length: 2,
    unreadable: null,
    algorithms: ['ES256', 'RS256'],
  })
})

it('names the first element that is no signed JWT, and reads the others', () => {
  expect(readTrustChain([es256, 7, 'a.b'])).toEqual({ length: 3, unreadable: 1, algorithms: ['ES256'] })
  expect(readTrustChain([statement({})])).toEqual({ length: 1, unreadable: null, algorithms: [undefined] })
})

it('looks at no more than twenty statements', () => {
  const { length, algorithms } = readTrustChain(Array(1000).fill(es256)) ?? {}
  expect([length, algorithms?.length]).toEqual([1000, 20])
})

it('reads whatever is there without throwing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(readTrustChain(value)).not.toBeNull()
    }),
    runs(),
  )
})
