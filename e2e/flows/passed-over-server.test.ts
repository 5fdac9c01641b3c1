import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { type Fields, jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

/** A wallet that does not read `authorization_servers` learns so from its first wrong request. OID4VCI-1FINAL-12.2.4 */
const service = serviceForTests()
const { http } = service

const check = 'vci.metadata.endpoints_from_metadata'
const headers: Fields = [['Accept', 'application/json']]
const grants = ['pre_authorized_code', 'authorization_code']

async function issuing(flow: string, authorization_servers: string) {
  const laboratory = { authorization_servers }
  const answer = await http(
    jsonPost('/sessions', { issuer_configuration_id: 'eu-pid-jwt-proof-only', flow, laboratory }),
  )
  const { session_id, issuer_identifier, deeplink } = answer.object() as Record<string, string>
  const { pathname } = new URL(issuer_identifier ?? '')
  const issuerMetadata = (await http({ path: `/.well-known/openid-credential-issuer${pathname}`, headers })).object()
  return {
    pathname,
    deeplink: deeplink ?? '',
    servers: issuerMetadata.authorization_servers as readonly string[],
    view: async () => (await http({ path: `/sessions/${session_id}` })).json() as IssuanceSessionView,
  }
}

const serverMetadata = (path: string) => `/.well-known/oauth-authorization-server${path}`
const addresses: readonly [string, 'GET' | 'POST', (path: string) => string, string, string][] = [
  ['the request for server metadata', 'GET', serverMetadata, 'looked_up', 'warn'],
  ['the pushed request', 'POST', (path) => `${path}/par`, 'other_server', 'fail'],
  ['the token request', 'POST', (path) => `${path}/token`, 'other_server', 'fail'],
  ['the browser', 'GET', (path) => `${path}/authorize`, 'other_server', 'fail'],
]

describe.each(grants)('a wallet that takes the issuer for its server, %s', (flow) => {
  it.each(addresses)(
    'is told by the first refusal to use a listed one: %s',
    async (_what, method, at, reason, status) => {
      for (const choice of ['listed', 'first_dead']) {
        const { pathname, servers, view } = await issuing(flow, choice)
        expect((await http({ method, path: at(pathname), headers })).status).toBe(404)
        const { cause, outcome, checks, next_for_you, next_step } = await view()
        expect(cause).toMatchObject({ reason: `${check}#${reason}`, refused_by: 'vci.transport.served' })
        expect(cause?.fix).toContain('authorization_servers')
        const expected = `an address of ${servers.join(' or ')}`
        expect(checks.conformance.find(({ id }) => id === check)).toMatchObject({ status, expected })
        expect([outcome.id, outcome.sentence]).toEqual(['refused', 'Request refused'])
        expect(next_for_you).toMatchObject({ id: 'fix', do: 'Fix it, then scan again.' })
        expect(next_step?.survives.filter(({ lives }) => !lives)).toEqual([])
      }
    },
  )

  it('is told the same by the next step, whatever it tries at the issuer', async () => {
    const { pathname, view } = await issuing(flow, 'listed')
    await http({ path: serverMetadata(pathname), headers })
    const next = flow === 'authorization_code' ? 'par' : 'token'
    expect((await http({ method: 'POST', path: `${pathname}/${next}`, headers })).status).toBe(404)
    const { cause, next_step } = await view()
    expect(next_step?.do).toContain(String(cause?.fix))
  })

  it('is told nothing where the issuer is one of those listed', async () => {
    const { pathname, view } = await issuing(flow, 'two')
    expect((await http({ path: serverMetadata(pathname), headers })).status).toBe(200)
    expect((await view()).cause).toBeNull()
  })

  it('is called by no other name where it guesses a server that no metadata lists', async () => {
    const { pathname, view } = await issuing(flow, 'self')
    expect((await http({ method: 'POST', path: `${pathname}/as/token` })).status).toBe(404)
    expect((await view()).cause?.reason).toBe(`${check}#broken`)
  })

  it('is blamed for nothing once it goes on at a listed one, where it only looked for a document', async () => {
    const { pathname, deeplink, view } = await issuing(flow, 'listed')
    await http({ path: serverMetadata(pathname), headers })
    const run = await runAtIssuer({ deeplink, http: createNodeClient() })
    expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
    const { cause, outcome, checks, exchanges } = await view()
    expect([cause, outcome.success]).toEqual([null, true])
    const looked = exchanges.find(({ response }) => response.status === 404)?.id
    const found = checks.conformance.filter(({ exchange_id }) => exchange_id === looked)
    expect(found.filter(({ status }) => status === 'fail' || status === 'warn')).toEqual([])
    expect(found.find(({ id }) => id === check)?.actual).toContain('then went to one that authorization_servers names')
  })

  it('keeps a wrong call on record when it goes on at a listed one', async () => {
    const { pathname, deeplink, view } = await issuing(flow, 'listed')
    await http({ path: serverMetadata(pathname), headers })
    await http({ method: 'POST', path: `${pathname}/token`, headers })
    const run = await runAtIssuer({ deeplink, http: createNodeClient() })
    expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
    const { cause, checks } = await view()
    expect(cause?.reason).toBe(`${check}#other_server`)
    expect(checks.conformance.filter(({ id, status }) => id === check && status === 'fail')).toHaveLength(1)
  })
})
