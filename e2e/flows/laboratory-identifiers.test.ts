import { describe, expect, it } from 'vitest'
import { presets } from '@/lib/core/campaigns/presets'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import type { Fields, JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { verifierSessions } from '@/lib/testing/verifier-sessions'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { inQuery } from '@/lib/wallet/misbehaviours/verifier/builders'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

const service = serviceForTests()
const { http } = service

/** Facts of an installation that presets may use; none of these does. */
const facts = { authorityKeyIdentifier: '', scopeAlias: null }
const jo = 'eu-pid-jwt-proof-only'
const sdJwt = 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof'
const mdoc = 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof'
const json: Fields = [['Content-Type', 'application/json']]
const create = async (body: JsonRecord): Promise<JsonRecord> => {
  const answer = await http({ method: 'POST', path: '/sessions', headers: json, body: JSON.stringify(body) })
  expect(answer.status, answer.body).toBe(201)
  return answer.object()
}
const read = async (id: unknown): Promise<IssuanceSessionView> =>
  (await http({ path: `/sessions/${id}` })).json() as IssuanceSessionView
const failed = ({ checks }: IssuanceSessionView): string[] =>
  checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)
const passed = ({ checks }: IssuanceSessionView): string[] =>
  checks.conformance.filter(({ status }) => status === 'pass').map(({ id }) => id)
const details = (...ids: readonly string[]) =>
  JSON.stringify(ids.map((id) => ({ type: 'openid_credential', credential_configuration_id: id })))

const wallet = (laboratory: JsonRecord = {}, more: JsonRecord = {}): Promise<HandWallet> =>
  createHandWallet(service, { issuer_configuration_id: jo, dpop_nonce: 'off', laboratory, ...more })
const identifiersOf = (token: JsonRecord): string[] =>
  (token.authorization_details as { credential_identifiers: string[] }[] | undefined)?.[0]?.credential_identifiers ?? []
const withIdentifier = (identifier: unknown) => (request: JsonRecord) => {
  delete request.credential_configuration_id
  request.credential_identifier = identifier
}

describe('two datasets', () => {
  it('are presented together where several credentials may be, and one alone decides nothing', async () => {
    const preset = (id: string) => presets.find((one) => one.id === id)?.body(facts) as JsonRecord
    const { deeplink } = await create(preset('lab.identifiers'))
    const { credentials } = await runAtIssuer({ deeplink: String(deeplink), clock: service.now })
    const { create: ask, read: readBack } = verifierSessions(() => http)
    const present = async (more: object) => {
      const asked = await ask(preset('multiple_true') as never)
      const run = await runAtVerifier({ deeplink: asked.deeplink, credentials, clock: service.now, ...more })
      expect([run.outcome, run.reason]).toEqual(['presented', null])
      const { checks } = await readBack(asked.session_id)
      expect(checks.summary.verdict).toBe('pass')
      return checks.conformance.find(({ id }) => id === 'vp.token.multiple_honoured')
    }
    expect(await present({})).toMatchObject({ status: 'pass', actual: ['pid_sd-jwt-1: 2'] })
    const showsOne = inQuery('vp.token.multiple_honoured', 'Shows one of two', 'accepted', ({ credentials }) => {
      for (const query of credentials) query.multiple = false
    })
    expect(await present({ misbehave: showsOne })).toMatchObject({ status: 'not_observed' })
  })
})

describe('authorization_details at an issuer that all share, which announces none', () => {
  const finding = async (wallet: HandWallet, check: string) =>
    (await wallet.view()).checks.conformance.findLast(({ id }) => id === check)

  it('are ignored in a token request, and the session says so', async () => {
    const one = await createHandWallet(service)
    const asked = details(one.created.credential_configuration_id)
    const token = await one.requestToken({ form: (form) => form.set('authorization_details', asked) })
    expect(token.status).toBe(200)
    expect(token.object()).not.toHaveProperty('authorization_details')
    expect(await finding(one, 'vci.token.authorization_details_not_used')).toMatchObject({ status: 'warn' })
    const accessToken = String(token.object().access_token)
    expect((await one.requestCredential({ accessToken })).status).toBe(200)
  })

  it('do not take the place of a scope, and the refusal says what to send', async () => {
    for (const issuer of ['eu-pid-device-bound', jo]) {
      const one = await createHandCodeWallet(service, { issuer_configuration_id: issuer })
      const answer = await one.push({
        form: (form) => {
          form.delete('scope')
          form.set('authorization_details', details(one.created.credential_configuration_id))
        },
      })
      expectError(answer, 400, 'invalid_scope')
      expect(answer.object().error_description).toMatch(/^Name the credential by its scope/)
      expect(await finding(one, 'vci.par.scope_present')).toMatchObject({
        rejected: true,
        cause: expect.stringContaining('authorization_details alone'),
      })
    }
  })
})

it('says nothing of authorization_details that are empty, and so left out, where the issuer reads them', async () => {
  const one = await createHandCodeWallet(service, { issuer_configuration_id: jo, laboratory: {} })
  const answer = await one.push({
    form: (form) => {
      form.delete('scope')
      form.set('authorization_details', '')
    },
  })
  expectError(answer, 400, 'invalid_scope')
  expect(answer.object().error_description).not.toContain('authorization_details')
})

describe('authorization_details at an issuer of its own', () => {
  it.each([
    ['authorization_code', 'eu-pid-device-bound', {}],
    ['authorization_code', jo, { datasets: 3 }],
    ['pre_authorized_code', jo, { deferred: { interval: 1, pending: 1 } }],
  ] as const)('lead to credentials by identifier: %s at %s with %j', async (flow, issuer, laboratory) => {
    const created = await create({ issuer_configuration_id: issuer, flow, laboratory })
    const run = await runAtIssuer({
      deeplink: String(created.deeplink),
      clock: service.now,
      wait: async (millis) => service.advance(millis / 1000),
      profile: { authorizationDetails: true },
      trustAnchors: [service.container.keyStore.rootPem()],
    })
    expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
    const datasets = 'datasets' in laboratory ? laboratory.datasets : 1
    expect(run.credentials.map(({ claims }) => claims.given_name)).toEqual(
      ['Elena', 'Giulia', 'Marco'].slice(0, datasets),
    )
    const session = await read(created.session_id)
    expect(failed(session)).toEqual([])
    expect(session.status).toBe('credential_accepted')
    const expected = ['vci.identifiers.used', 'vci.identifiers.known', 'vci.details.wellformed']
    expect(passed(session)).toEqual(
      expect.arrayContaining(datasets === 1 ? expected : [...expected, 'vci.identifiers.each']),
    )
    const endpoints = session.events
      .filter(({ type }) => type === 'authorization_details_received')
      .map(({ detail }) => detail.endpoint)
    expect(endpoints).toEqual([flow === 'authorization_code' ? 'par' : 'token'])
    // Identifiers are secrets of the wallet.
    const token = run.log.find(({ step }) => step === 'token')
    const identifiers = identifiersOf(JSON.parse(token?.answerBody ?? '{}'))
    expect(identifiers).toHaveLength(datasets)
    const record = JSON.stringify(session)
    for (const identifier of identifiers) {
      expect(identifier).toMatch(/^[\w-]{43}$/)
      expect(record).not.toContain(identifier)
    }
  })

  it('are announced there, and at no other issuer', async () => {
    const { issuer_identifier: issuer } = await create({ laboratory: {} })
    const at = async (path: string) =>
      (await http({ path: `/.well-known/oauth-authorization-server${path}` })).object()
        .authorization_details_types_supported
    expect(await at(new URL(String(issuer)).pathname)).toEqual(['openid_credential'])
    expect(await at(`/issuers/${jo}`)).toBeUndefined()
  })

  it.each<[string, unknown]>([
    ['no JSON', 'x'],
    ['no array', '{}'],
    ['an empty array', '[]'],
    ['no type', JSON.stringify([{ credential_configuration_id: sdJwt }])],
    ['another type', JSON.stringify([{ type: 'payment', credential_configuration_id: sdJwt }])],
    ['an unknown configuration', details('unknown')],
    ['one that was not offered', details(mdoc)],
    ['a number', '7'],
    ['deep nesting', `${'['.repeat(500)}${']'.repeat(500)}`],
  ])('are refused at the token endpoint, and the code stays alive: %s', async (_name, text) => {
    const one = await wallet()
    const refused = await one.requestToken({ form: (form) => form.set('authorization_details', String(text)) })
    expectError(refused, 400, 'invalid_authorization_details')
    expect((await one.requestToken({ form: (form) => form.set('authorization_details', details(sdJwt)) })).status).toBe(
      200,
    )
  })
})

describe('identifiers in a token response', () => {
  it.each([
    ['on_request', false, 0],
    ['on_request', true, 2],
    ['always', false, 2],
    ['never', true, 0],
  ] as const)('are given as asked for: %s, details sent: %s', async (when, asks, count) => {
    const one = await wallet({ credential_identifiers: when, datasets: 2 })
    const answer = await one.requestToken(
      asks ? { form: (form) => form.set('authorization_details', details(sdJwt)) } : {},
    )
    expect(identifiersOf(answer.object())).toHaveLength(count)
    const accessToken = String(answer.object().access_token)
    const byConfiguration = await one.requestCredential({ accessToken })
    if (count === 0) expect(byConfiguration.status).toBe(200)
    else expectError(byConfiguration, 400, 'invalid_credential_request')
  })

  it('name one dataset each, for their own token alone', async () => {
    const [mine, theirs] = [
      await wallet({ credential_identifiers: 'always', datasets: 2 }),
      await wallet({ credential_identifiers: 'always' }),
    ]
    const tokens = [(await mine.requestToken()).object(), (await theirs.requestToken()).object()]
    const [own, other] = tokens.map(identifiersOf)
    const accessToken = String(tokens[0]?.access_token)
    for (const identifier of [...(other ?? []), 'unknown', '', 7, null, ['x']])
      expectError(
        await mine.requestCredential({ accessToken, request: withIdentifier(identifier) }),
        400,
        'unknown_credential_identifier',
      )
    const fixed = await createHandWallet(service, { issuer_configuration_id: jo, dpop_nonce: 'off' })
    expectError(
      await fixed.requestCredential({ request: withIdentifier(own?.[0]) }),
      400,
      'unknown_credential_identifier',
    )
    for (const identifier of own ?? []) {
      const issued = await mine.requestCredential({
        accessToken,
        nonce: await mine.freshNonce(),
        request: withIdentifier(identifier),
      })
      expect([issued.status, issued.body]).toEqual([200, expect.stringContaining('credentials')])
    }
    expectError(
      await mine.requestCredential({
        accessToken,
        request: (request) => {
          request.credential_identifier = own?.[0]
        },
      }),
      400,
      'invalid_credential_request',
    )
  })
})
