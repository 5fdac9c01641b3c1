import { expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { attemptOf } from './admin-key'
import { createRateLimit } from './rate-limit'

const [admin, operatorToken] = ['an-admin-key-that-only-tests-have', 'a-token-that-only-tests-have']
const keyOf = (letter: string) => `wck_${letter.repeat(8)}_${letter.repeat(43)}`
const [own, other] = [keyOf('a'), keyOf('b')]

/** How a request with these headers is judged. */
const judged = (headers: Record<string, string>, adminKeys = [admin]) =>
  attemptOf({ headers: Object.entries(headers), remoteAddress: '192.0.2.1', at: epochMillis(0) }, {
    adminKeys,
    operatorToken,
    adminKeyLimit: createRateLimit(20),
    operatorTokenLimit: createRateLimit(20),
  } as never).kind

it.each([
  ['the same key twice', { 'X-Api-Key': own, Authorization: `Bearer ${own}` }, 'organization'],
  ['a key and the operator token', { 'X-Api-Key': own, Authorization: `Bearer ${operatorToken}` }, 'organization'],
  ['a key and what is no key', { 'X-Api-Key': own, Authorization: 'Bearer of-a-proxy' }, 'organization'],
  ['the keys of two organisations', { 'X-Api-Key': own, Authorization: `Bearer ${other}` }, 'wrong'],
  ["an organisation's key and the admin key", { 'Credimi-Api-Key': own, Authorization: `Bearer ${admin}` }, 'wrong'],
  ["the admin key and an organisation's key", { 'X-Api-Key': admin, Authorization: `bearer ${other}` }, 'wrong'],
])('judges %s in two headers', (_name, headers, kind) => {
  expect(judged(headers)).toBe(kind)
})

it('tells nobody a short admin key by what it says of another key beside', () => {
  expect(judged({ 'X-Api-Key': own, Authorization: 'Bearer short' }, ['short'])).toBe('organization')
})
