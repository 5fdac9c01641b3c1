import { beforeAll, describe, expect, it } from 'vitest'
import { contractEntry, operationIds } from '@/lib/contract/contract'
import { pathTable } from '@/lib/server/basics/path-table'
import { installContainer } from '@/lib/server/container'
import { variesByAccept } from '@/lib/server/http/moved'
import type { RouteHandlers } from '@/lib/server/http/route'
import { isShared } from '@/lib/server/http/router'
import { routes } from '@/lib/server/http/routes'
import { covers } from '@/lib/testing/covers'
import { serviceForTests } from '@/lib/testing/service-for-tests'

/**
 * The same request goes to our own server and to the `route.ts` that Next uses for its path; both must answer alike.
 */
const service = serviceForTests()
beforeAll(async () => {
  installContainer(service.container)
})

/** Looks a path's file up as Next does. */
const fileAt = pathTable(routes.map((handlers) => ({ path: handlers.GET.route.path, handlers })))

interface Case {
  readonly method: keyof RouteHandlers
  readonly path: string
  readonly init?: RequestInit
}

const unknownSession = '/sessions/00000000-0000-4000-8000-000000000000'
const cases: readonly Case[] = [
  ...operationIds
    .filter((operation) => contractEntry(operation).method === 'GET')
    .map((operation): Case => ({ method: 'GET', path: example(contractEntry(operation).path) })),
  { method: 'GET', path: '/.well-known/openid-credential-issuer/issuers/unknown' },
  { method: 'GET', path: unknownSession },
  { method: 'HEAD', path: '/healthz' },
  { method: 'HEAD', path: '/issuers/eu-pid-device-bound/authorize' },
  { method: 'DELETE', path: '/issuers/eu-pid-device-bound/token' },
  { method: 'OPTIONS', path: '/issuers/eu-pid-device-bound/credential' },
  { method: 'POST', path: '/sessions', init: { body: '[]' } },
  { method: 'POST', path: '/sessions', init: { body: '{"flow":42}' } },
  { method: 'POST', path: '/issuers/eu-pid-device-bound/token', init: { body: 'grant_type=x', headers: form() } },
  { method: 'POST', path: '/issuers/eu-pid-device-bound/credential', init: { body: '{}' } },
  { method: 'POST', path: '/issuers/eu-pid-device-bound/nonce' },
  { method: 'PUT', path: '/issuers/eu-pid-device-bound/nonce' },
  { method: 'PATCH', path: '/openid4vp/sessions' },
]

describe('our own server and the handlers under Next', () => {
  covers('C3')
  it.each(cases.map((one) => [`${one.method} ${one.path}`, one] as const))('answer alike: %s', async (_name, one) => {
    const own = await fetch(`${service.baseUrl}${one.path}`, { method: one.method, ...one.init })
    const request = new Request(`${service.baseUrl}${one.path}`, { method: one.method, ...one.init })
    const bound = await fileAt(one.path.split('/'))?.entry.handlers[one.method](request)
    expect(bound).toBeInstanceOf(Response)
    // Where a page shares the address, the server that chooses between the two says so.
    if (isShared(one.path) || variesByAccept(one.path)) expect(own.headers.get('vary')).toBe('Accept')
    else expect(bound?.headers.get('vary') ?? null).toBe(own.headers.get('vary'))
    expect(await comparable(bound as Response)).toEqual(await comparable(own))
  })
})

async function comparable(response: Response) {
  const names = ['content-type', 'cache-control', 'allow', 'www-authenticate', 'access-control-allow-origin']
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(names.map((name) => [name, response.headers.get(name)])),
    // Nonces and request ids differ each time, and the ledger grows with each request.
    body: text.includes('c_nonce')
      ? '{c_nonce}'
      : text.startsWith('[{"id":"') && text.includes('"method"')
        ? '[ledger]'
        : withoutSignature(text).replace(/"request_id":"[^"]+"/, '"request_id"'),
  }
}

/** Removes from a JWS what differs each time: signature and time. */
function withoutSignature(text: string): string {
  const [header, claims] = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text) ? text.split('.') : []
  if (header === undefined || claims === undefined) return text
  const { iat: _, ...said } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return JSON.stringify([
    Buffer.from(header, 'base64url')
      .toString()
      .replace(/"iat":\d+/, '"iat"'),
    said,
  ])
}

function example(path: string): string {
  return path
    .replace('{issuerConfigurationId}', 'eu-pid-device-bound')
    .replace('{sessionId}', '00000000-0000-4000-8000-000000000000')
    .replace('{credentialOfferId}', '00000000-0000-4000-8000-000000000000')
}

function form() {
  return { 'content-type': 'application/x-www-form-urlencoded' }
}
