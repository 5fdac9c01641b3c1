import { expect, it } from 'vitest'
import type { RequestContext } from '../engine/endpoints/request-context'
import type { InstallationParts } from '../shared/ports/ports'
import { epochMillis } from '../shared/time/time'
import { getReadiness, securityTxt } from './service'

const readiness = async (parts: InstallationParts) => {
  if (getReadiness.kind !== 'plain') throw new Error('It is not judged.')
  const { reply } = await getReadiness.answer({ ports: { parts: async () => parts } } as unknown as RequestContext)
  return [reply.status, reply.body?.kind === 'json' && reply.body.value]
}

it('is 200 ok with every part, and 200 degraded without the scoreboard', async () => {
  expect(await readiness({ pocketbase: 'up', temporal: null, worker: null })).toEqual([
    200,
    { status: 'ok', parts: { pocketbase: true, temporal: null, worker: null } },
  ])
  expect(await readiness({ pocketbase: 'up', temporal: true, worker: false })).toMatchObject([
    200,
    { status: 'degraded' },
  ])
})

it.each([
  ['away', 'does not respond'],
  ['unwritable', 'disk is full'],
] as const)('is 503 while storage is %s, and says so', async (pocketbase, words) => {
  expect(await readiness({ pocketbase, temporal: true, worker: true })).toEqual([
    503,
    {
      status: 'unavailable',
      parts: { pocketbase: false, temporal: true, worker: true },
      problem: expect.stringContaining(words),
    },
  ])
})

it('names the contact, and an end that is less than a year away', () => {
  const at = epochMillis(Date.UTC(2026, 10, 27, 20, 15))
  expect(securityTxt({ contact: 'mailto:security@example.org', baseUrl: 'https://capture.example.org', at })).toBe(
    [
      'Contact: mailto:security@example.org',
      'Expires: 2027-05-26T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://capture.example.org/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})
