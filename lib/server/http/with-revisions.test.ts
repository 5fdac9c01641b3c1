import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Container } from '../container'
import { withRevisions } from './with-revisions'

const id = '8b0772fd-867c-47db-a948-2ede53cddd07'
let server: Server | null = null
afterEach(() => server?.close())

/** Asks a server whose pages say "a page", and whose storage knows one session of each kind. */
async function ask(
  path: string,
  { token = null, ...request }: { token?: string | null; method?: string; headers?: Record<string, string> } = {},
): Promise<{ readonly status: number; readonly text: string; readonly cache: string | null }> {
  const revisionOf = (name: string) => async (asked: string) => {
    if (asked.endsWith('dead')) throw new Error('PocketBase did not respond.')
    return asked === id ? name : null
  }
  const queries = { issuance: { revision: revisionOf('i') }, presentation: { revision: revisionOf('p') } }
  const container = { queries, operatorToken: token } as unknown as Container
  const listener = withRevisions((_request, response) => void response.end('a page'), container)
  server = createServer((incoming, response) => void listener(incoming, response))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, request)
  return { status: answer.status, text: await answer.text(), cache: answer.headers.get('cache-control') }
}

describe('what an open inspector page asks every second', () => {
  it.each([
    ['issuance', 'i'],
    ['presentation', 'p'],
  ])('is answered without Next, of %s', async (kind, revision) => {
    const answer = await ask(`/inspect/${kind}/${id}/revision`)
    expect(answer).toEqual({ status: 200, text: JSON.stringify({ revision }), cache: 'no-store' })
  })

  it.each([
    ['an unknown session', `/inspect/issuance/${id.replace('8', '9')}/revision`],
    ['a storage that does not answer', `/inspect/issuance/${id.slice(0, -4)}dead/revision`],
    ['another page', `/inspect/issuance/${id}`],
    ['another kind', `/inspect/campaign/${id}/revision`],
    ['a query', `/inspect/issuance/${id}/revision?_rsc`],
  ])('%s is left to the pages', async (_what, path) => {
    expect((await ask(path)).text).toBe('a page')
  })

  it('another method is left to the pages', async () => {
    expect((await ask(`/inspect/issuance/${id}/revision`, { method: 'POST' })).text).toBe('a page')
  })

  it('nothing is told without the operator token, where one is set', async () => {
    const path = `/inspect/issuance/${id}/revision`
    expect((await ask(path, { token: 'the-token' })).text).toBe('a page')
    const headers = { authorization: 'Bearer the-token' }
    expect((await ask(path, { token: 'the-token', headers })).text).toContain('"i"')
  })
})
