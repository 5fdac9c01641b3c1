import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { isObject, type JsonObject } from '@/lib/core/shared/values/json'
import { expectError } from '@/lib/testing/expect-refusal'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { type IssuanceOptions, runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

const service = serviceForTests()
const { http } = service

const sdJwt = 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof'
const mdoc = 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof'
const post = (laboratory: JsonObject, more: JsonObject = {}) =>
  http(
    jsonPost('/sessions', {
      issuer_configuration_id: 'eu-pid-jwt-proof-only',
      flow: 'authorization_code',
      laboratory,
      ...more,
    }),
  )

/** The scopes that both metadata documents state. */
async function publishedBy(identifier: unknown) {
  const path = new URL(String(identifier)).pathname
  const of = async (name: string) => (await http({ path: `/.well-known/${name}${path}` })).object()
  const { credential_configurations_supported: types } = await of('openid-credential-issuer')
  const scopes = Object.entries(isObject(types) ? types : {}).map(([id, one]) => [id, isObject(one) ? one.scope : null])
  const { scopes_supported: listed } = await of('oauth-authorization-server')
  return { scopes: Object.fromEntries(scopes) as Record<string, unknown>, listed }
}

async function run(
  laboratory: JsonObject,
  { id = sdJwt, ...options }: Partial<IssuanceOptions> & { id?: string } = {},
) {
  const created = (await post(laboratory, { credential_configuration_id: id })).object()
  const ended = await runAtIssuer({ deeplink: String(created.deeplink), clock: service.now, ...options })
  const view = (await http({ path: `/sessions/${created.session_id}` })).object() as unknown as IssuanceSessionView
  return { created, ended, view }
}
const statusOf = ({ checks }: IssuanceSessionView, id: string) =>
  checks.conformance.findLast((entry) => entry.id === id)?.status
const failed = ({ checks }: IssuanceSessionView) =>
  checks.conformance.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))

describe('an issuer whose scopes are not the ids of its credential configurations', () => {
  it.each([
    ['id', sdJwt, mdoc],
    ['other', `scope.${sdJwt}`, `scope.${mdoc}`],
    ['shared', 'scope.of-every-credential', 'scope.of-every-credential'],
  ])('states in both its metadata what they are: %s', async (names, ofSdJwt, ofMdoc) => {
    const created = (await post({ scope_names: names })).object()
    const { scopes, listed } = await publishedBy(created.issuer_identifier)
    expect(scopes).toEqual({ [sdJwt]: ofSdJwt, [mdoc]: ofMdoc })
    expect(listed).toEqual([...new Set([ofSdJwt, ofMdoc])])
  })

  it.each([
    ['other', sdJwt],
    ['other', mdoc],
    ['shared', sdJwt],
    ['shared', mdoc],
  ])('gives the offered credential for the scope of its metadata: %s, %s', async (names, id) => {
    const { created, ended, view } = await run({ scope_names: names, refresh: {} }, { id, profile: { reissue: true } })
    expect([ended.outcome, ended.reason]).toEqual(['credential_stored', null])
    expect(failed(view)).toEqual([])
    expect(statusOf(view, 'vci.par.scope_from_metadata')).toBe('pass')
    expect(view.laboratory?.options.scope_names).toBe(names)
    const { scopes } = await publishedBy(created.issuer_identifier)
    expect([view.observed.requested_scopes, view.observed.granted_scope]).toEqual([[scopes[id]], scopes[id]])
  })

  it.each(['other', 'shared'])('takes authorization_details that name the configuration: %s', async (names) => {
    const { ended, view } = await run({ scope_names: names }, { profile: { authorizationDetails: true } })
    expect([ended.outcome, ended.reason]).toEqual(['credential_stored', null])
    expect(failed(view)).toEqual([])
  })

  it.each(['other', 'shared'])('refuses the id in place of the scope, and says so: %s', async (names) => {
    const { ended, view } = await run({ scope_names: names }, { misbehave: 'vci.par.scope_from_metadata~id' })
    expect([ended.outcome, ended.refusal?.error]).toEqual(['refused_by_issuer', 'invalid_scope'])
    expect(failed(view)).toEqual(['vci.par.scope_from_metadata'])
    expect(view.cause?.reason).toBe('vci.par.scope_from_metadata#configuration_id')
  })
})

describe('names of scopes that no issuer can have', () => {
  const own = { id: 'a', format: 'dc+sd-jwt', claims: { x: 1 } }
  it.each([
    [{ scope_names: 'other', scopes: false }, '/laboratory/scopes'],
    [{ scope_names: 'shared', credentials: [own] }, '/laboratory/credentials'],
  ])('are refused with both places: %j', async (laboratory, second) => {
    const answer = await post(laboratory)
    expectError(answer, 400, 'conflicting_laboratory_options')
    expect(answer.object().members).toEqual(['/laboratory/scope_names', second])
  })

  it('are refused with what would fit', async () => {
    const answer = await post({ scope_names: 'none' })
    expectError(answer, 400, 'unsupported_laboratory_option')
    expect(answer.object().legal_values).toEqual(['id', 'other', 'shared'])
    expect((await post({ scope_names: 'shared', credentials: [own, { ...own, id: 'b' }] })).status).toBe(201)
    expect((await post({ scope_names: 'id', scopes: false })).status).toBe(201)
  })
})
