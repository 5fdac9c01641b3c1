import { afterAll, beforeAll, expect, it } from 'vitest'
import { largeBodyBytes } from '@/lib/server/http/limits'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { presentation } from '@/lib/testing/presented-tokens'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** An answer with many presentations of many claims lets others have their turn between two of them. */
const count = 12
let service: TestService
let credential: HeldCredential
beforeAll(async () => {
  service = await startService()
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})
afterAll(() => service.close())

const dcql_query = {
  credentials: [{ id: 'pid', format: 'dc+sd-jwt', multiple: true, meta: { vct_values: ['urn:eudi:pid:1'] } }],
}

/** The turns that others have while presentations with so many claims are answered. */
async function turnsFor(claims: number): Promise<number> {
  const presenter = await createHandPresenter(service, credential, { dcql_query, response_mode: 'direct_post' })
  const named = Object.fromEntries(Array.from({ length: claims }, (_, index) => [`claim${index}`, 'value']))
  const pid = Array.from({ length: count }, (_, one) => presentation({ claims: { ...named, one } }))
  const { ports } = service.container
  const { turn } = ports
  let turns = 0
  const counted = () => {
    turns += 1
    return turn()
  }
  Object.assign(ports, { turn: counted })
  // With the padding, both are large answers.
  const padding = 'x'.repeat(largeBodyBytes)
  const answer = await presenter.answer({ vp_token: { pid }, state: presenter.request.state, padding })
  Object.assign(ports, { turn })
  expect(answer.status).toBe(400)
  return turns
}

it('each long presentation is read, matched and described in a turn of its own', async () => {
  const more = (await turnsFor(1500)) - (await turnsFor(1))
  // The search of what is stored takes a turn for each 64 Ki of it.
  expect(more).toBeGreaterThanOrEqual(3 * count)
  expect(more).toBeLessThanOrEqual(3 * count + 4)
})
