import { expect, it } from 'vitest'
import { processorMillis } from '@/lib/testing/processor-time'
import type { RequestContext } from '../../../engine/endpoints/request-context'
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

it('takes no longer for many blanks than for few', async () => {
  const started = processorMillis()
  expect(await reading(`DPoP a${' '.repeat(100_000)}b`)).toMatchObject({ scheme: 'DPoP' })
  expect(processorMillis() - started).toBeLessThan(500)
})
