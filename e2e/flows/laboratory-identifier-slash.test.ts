import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { isObject, type JsonObject } from '@/lib/core/shared/values/json'
import { expectError, expectRefusal } from '@/lib/testing/expect-refusal'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

const service = serviceForTests()
const { http } = service

const base = { issuer_configuration_id: 'eu-pid-jwt-proof-only' }
const post = (body: JsonObject) => http(jsonPost('/sessions', { ...base, ...body }))
const read = async (id: unknown) => (await http({ path: `/sessions/${id}` })).object() as unknown as IssuanceSessionView
const failed = ({ checks }: IssuanceSessionView) =>
  checks.conformance.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))

/** Each web address in a document, however deep. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('http') ? [value] : []
  const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  return inner.flatMap(addressesIn)
}

describe('an issuer whose identifier ends in a slash', () => {
  it.each(['self', 'listed', 'two'])('keeps it in its metadata alone, with servers %s', async (servers) => {
    const laboratory = { identifier_slash: true, authorization_servers: servers, deferred: {}, status: {} }
    const created = (await post({ laboratory })).object()
    const identifier = String(created.issuer_identifier)
    const path = new URL(identifier).pathname
    expect(path).toMatch(/^\/lab\/[\w-]{22}\/$/)
    expect(created.laboratory_url).toBe(`${service.baseUrl}/.well-known/openid-credential-issuer${path}`)
    const metadata = (await http({ path: `/.well-known/openid-credential-issuer${path}` })).object()
    expect(metadata.credential_issuer).toBe(identifier)
    const own = path.slice(0, -1)
    const server = servers === 'listed' ? `${own}/as` : own
    const ofServer = (await http({ path: `/.well-known/oauth-authorization-server${server}` })).object()
    expect(ofServer.issuer).toBe(servers === 'listed' ? `${service.baseUrl}${own}/as` : identifier)
    const ofKeys = (await http({ path: `/.well-known/jwt-vc-issuer${own}` })).object()
    expect(ofKeys.issuer).toBe(identifier)
    const others = [metadata, ofServer, ofKeys].flatMap(addressesIn).filter((one) => one !== identifier)
    expect(others.filter((one) => one.endsWith('/') || new URL(one).pathname.includes('//'))).toEqual([])
    const { credential_offer: offer } = (await http({ path: `/sessions/${created.session_id}/deeplink` })).object()
    expect(isObject(offer) && offer.credential_issuer).toBe(identifier)
  })

  it.each([
    ['pre_authorized_code', 'self', {}],
    ['authorization_code', 'self', { signedMetadata: true }],
    ['authorization_code', 'two', {}],
  ] as const)('issues to a wallet that keeps it: %s, %s', async (flow, servers, profile) => {
    const laboratory = { identifier_slash: true, authorization_servers: servers, status: {} }
    const created = (await post({ flow, laboratory })).object()
    const ended = await runAtIssuer({
      deeplink: String(created.deeplink),
      clock: service.now,
      profile,
      trustAnchors: [service.container.keyStore.rootPem()],
    })
    expect([ended.outcome, ended.reason]).toEqual(['credential_stored', null])
    const { claims } = ended.credentials[0] ?? {}
    expect(claims?.iss).toBe(created.issuer_identifier)
    const session = await read(created.session_id)
    expect(failed(session)).toEqual([])
    expect(session.issuer_identifier).toBe(created.issuer_identifier)
    expect(session.laboratory).toMatchObject({ identifier: created.issuer_identifier })
    expect(session.laboratory?.options.identifier_slash).toBe(true)
  })

  it('has no metadata without it, and says why to whom leaves it out', async () => {
    const created = (await post({ laboratory: { identifier_slash: true } })).object()
    const misbehave = 'vci.metadata.issuer_wellknown_path~slash_left_out'
    await runAtIssuer({ deeplink: String(created.deeplink), clock: service.now, misbehave })
    expect(failed(await read(created.session_id))).toEqual(['vci.metadata.issuer_wellknown_path'])
    const path = new URL(String(created.issuer_identifier)).pathname.slice(0, -1)
    const answer = await http({ path: `/.well-known/openid-credential-issuer${path}` })
    expect([answer.status, answer.object().error_description]).toEqual([
      404,
      'The Credential Issuer Identifier ends in a slash, and so does the address of its metadata: see the offer.',
    ])
  })

  it('refuses a proof for the identifier without it', async () => {
    const wallet = await createHandWallet(service, {
      ...base,
      dpop_nonce: 'off',
      laboratory: { identifier_slash: true },
    })
    const answer = await wallet.requestCredential({
      proof: ({ claims }) => {
        claims.aud = String(claims.aud).replace(/\/$/, '')
      },
    })
    await expectRefusal(wallet, 'credential', answer, {
      status: 400,
      error: 'invalid_proof',
      check: 'vci.proof.jwt.aud',
    })
  })

  it('is none where another option or nothing is asked for', async () => {
    for (const laboratory of [{}, { identifier_slash: false }]) {
      const created = (await post({ laboratory })).object()
      const path = new URL(String(created.issuer_identifier)).pathname
      expect(path).toMatch(/[^/]$/)
      const answer = await http({ path: `/.well-known/openid-credential-issuer${path}/` })
      expect([answer.status, answer.object().error]).toEqual([404, 'not_found'])
      expect(failed(await read(created.session_id))).toEqual(['vci.metadata.issuer_wellknown_path'])
    }
    const unknown = await http({ path: '/.well-known/openid-credential-issuer/lab/AAAAAAAAAAAAAAAAAAAAAA/' })
    expect([unknown.status, unknown.object().error]).toEqual([404, 'not_found'])
  })

  it('contradicts what names the identifier without it, or adds it', async () => {
    for (const [more, second] of [
      [{ fault: 'issuer_metadata_trailing_slash' }, '/fault'],
      [{ trust_framework: 'eu' }, '/trust_framework'],
    ] as const) {
      const answer = await post({ ...more, laboratory: { identifier_slash: true } })
      expectError(answer, 400, 'conflicting_laboratory_options')
      expect(answer.object().members).toEqual(['/laboratory/identifier_slash', second])
    }
  })
})
