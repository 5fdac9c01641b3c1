import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { expectError } from '@/lib/testing/expect-refusal'
import type { JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { IssuerRun } from '@/lib/wallet/issuer/run'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

const service = serviceForTests()

const post = async (path: string, body: JsonRecord) =>
  service.http({
    method: 'POST',
    path,
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  })
const get = (path: string) => service.http({ path })
const view = async (session: unknown): Promise<IssuanceSessionView> =>
  (await get(`/sessions/${session}`)).json() as IssuanceSessionView

const failed = ({ checks }: { readonly checks: IssuanceSessionView['checks'] }): string[] =>
  checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)

const issue = (deeplink: unknown, more: Partial<Parameters<typeof runAtIssuer>[0]> = {}): Promise<IssuerRun> =>
  runAtIssuer({ deeplink: String(deeplink), trustAnchors: anchors(), ...more })

const secret = 'Xylophone-Secret-4711'

const diploma = {
  id: 'urn:example:diploma',
  format: 'dc+sd-jwt',
  claims: {
    degree: secret,
    holder: { given_name: 'Ada', family_name: 'Secretname' },
    modules: [{ title: 'Algebra', credits: 9 }],
    'Ångström "quoted"': 'Ωmega-hidden',
  },
  display: [
    { name: 'Diploma', locale: 'en', background_color: '#004400', logo: { uri: 'https://logo.example/a.png' } },
  ],
}
const ticket = {
  id: 'ticket',
  format: 'dc+sd-jwt',
  vct: 'urn:example:ticket',
  claims: { seat: secret, row: { number: 12345 } },
  binding: 'none',
  disclosure: [['row', 'number']],
  digest_alg: 'sha-512',
}
const licence = {
  id: 'licence',
  format: 'mso_mdoc',
  doctype: 'org.iso.18013.5.1.mDL',
  namespace: 'org.iso.18013.5.1',
  claims: {
    family_name: secret,
    birth_date: { $date: '1990-04-12' },
    portrait: { $bytes: 'AQIDBAUGBwgJCgsMDQ4PEA' },
    driving_privileges: [{ vehicle_category_code: 'B', issue_date: { $date: '2020-01-01' } }],
    issuing_country: 'IT',
  },
  digest_alg: 'sha-384',
}
const clear = { ...ticket, id: 'clear', binding: 'key', disclosure: 'none', digest_alg: 'sha-256' }

const types = [diploma, ticket, licence, clear]

/** Every type and every way to request one, but not each with each. */
const tries = [
  ['urn:example:diploma', 'pre_authorized_code', false],
  ['urn:example:diploma', 'authorization_code', true],
  ['ticket', 'authorization_code', false],
  ['ticket', 'pre_authorized_code', true],
  ['licence', 'pre_authorized_code', false],
  ['clear', 'authorization_code', false],
] as const

const anchors = () => [service.container.keyStore.rootPem()]

describe('credentials of a tester', () => {
  it.each(tries)('are issued, verified and asked back: %s, %s, encrypted: %s', async (id, flow, encrypt) => {
    const request = { flow, credential_configuration_id: id, laboratory: { credentials: types } }
    const created = (await post('/sessions', request)).object()
    const run = await issue(created.deeplink, { profile: { encrypt } })
    expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
    const read = await view(created.session_id)
    expect([read.status, failed(read)]).toEqual(['credential_accepted', []])
    const [credential] = run.credentials
    expect(credential?.type).toBe(
      { 'urn:example:diploma': `${created.issuer_identifier}/types/1`, licence: 'org.iso.18013.5.1.mDL' }[
        id as string
      ] ?? 'urn:example:ticket',
    )
    expect(credential?.holderKey === null).toBe(id === 'ticket')
    expect(JSON.stringify(credential?.claims)).toContain(secret)

    const asked = (await post('/openid4vp/sessions', { follows: created.session_id })).object()
    const shown = await runAtVerifier({
      deeplink: String(asked.deeplink),
      credentials: run.credentials,
      trustAnchors: anchors(),
    })
    expect([shown.outcome, shown.reason]).toEqual(['presented', null])
    const presentation = (await get(`/openid4vp/sessions/${asked.session_id}`)).json() as typeof read
    expect([presentation.status, failed(presentation)]).toEqual(['presentation_validated', []])
    // Only names and lengths of the tester's content are on record.
    const { store } = service.container.ports
    const record = JSON.stringify([
      read,
      presentation,
      await store.events(read.session_id as never),
      await store.exchanges(read.session_id as never),
    ])
    for (const text of [secret, 'Secretname', 'hidden', '1990-04-12', 'Algebra', '12345'])
      expect([text, record.includes(text)]).toEqual([text, false])
    expect(read.events).toContainEqual(expect.objectContaining({ type: 'laboratory_created' }))
  })

  it('are described by the metadata of the issuer and of their type', async () => {
    const created = (await post('/sessions', { laboratory: { credentials: types } })).object()
    const identifier = String(created.issuer_identifier)
    const at = new URL(identifier).pathname
    const metadata = (await get(`/.well-known/openid-credential-issuer${at}`)).object()
    const supported = metadata.credential_configurations_supported as Record<string, JsonRecord>
    expect(Object.keys(supported)).toEqual(types.map(({ id }) => id))
    expect(created.credential_configuration_id).toBe(diploma.id)
    expect(supported.ticket).not.toHaveProperty('proof_types_supported')
    expect(supported.ticket).not.toHaveProperty('cryptographic_binding_methods_supported')
    expect(supported.licence).toMatchObject({ doctype: licence.doctype, proof_types_supported: { jwt: {} } })
    const shown = (id: string) =>
      supported[id]?.credential_metadata as { claims: { path: unknown }[]; display: unknown }
    const described = (id: string) => shown(id).claims.map(({ path }) => path)
    expect(described('licence')).toContainEqual(['org.iso.18013.5.1', 'driving_privileges'])
    expect(described(diploma.id)).toContainEqual(['modules', null, 'credits'])
    expect(shown(diploma.id).display).toEqual(diploma.display)
    const type = (await get(`${at}/types/1`)).object()
    expect(type).toMatchObject({
      vct: `${identifier}/types/1`,
      name: 'Diploma',
      display: [{ lang: 'en', locale: 'en', name: 'Diploma', rendering: { simple: { background_color: '#004400' } } }],
    })
    expect(type.claims).toContainEqual({
      path: ['holder', 'given_name'],
      display: [{ lang: 'en', locale: 'en', label: 'Given name' }],
      mandatory: true,
      sd: 'always',
    })
    // The others are not ours to describe, are no SD-JWT VC, or do not exist.
    for (const number of ['2', '3', '9', '0', '01', 'x', '%2e'])
      expect([number, (await get(`${at}/types/${number}`)).status]).toEqual([number, 404])
    expect((await view(created.session_id)).exchanges.at(-8)).toMatchObject({
      operation: 'getTypeMetadata',
      correlation: 'exact',
    })
  })

  it('are refused with a proof where they are bound to no key', async () => {
    const request = { flow: 'pre_authorized_code', laboratory: { credentials: [ticket] } }
    const created = (await post('/sessions', request)).object()
    const run = await issue(created.deeplink, { misbehave: 'vci.credential.proof_type_supported' })
    expect(run.outcome).toBe('refused_by_issuer')
    const read = await view(created.session_id)
    expect(failed(read)).toEqual(['vci.credential.proof_type_supported'])
  })

  it('lead to a root of their own below two certificates', async () => {
    const request = { flow: 'pre_authorized_code', laboratory: { credentials: [diploma], intermediates: 2 } }
    const created = (await post('/sessions', request)).object()
    const pem = (await get(`${new URL(String(created.issuer_identifier)).pathname}/trust-anchor.pem`)).body
    const run = await issue(created.deeplink, { trustAnchors: [pem] })
    expect([run.outcome, run.reason, run.credentials[0]?.verified.chainTrusted]).toEqual([
      'credential_stored',
      null,
      true,
    ])
    expect((await issue((await post('/sessions', request)).object().deeplink)).outcome).toBe('stopped_by_wallet')
    const { laboratory } = await view(created.session_id)
    const chain = (laboratory?.certificates.credential ?? []).map(
      (der) => new X509Certificate(Buffer.from(der, 'base64')),
    )
    const root = new X509Certificate(pem)
    expect(chain).toHaveLength(3)
    for (const [index, certificate] of chain.entries())
      expect(certificate.verify((chain[index + 1] ?? root).publicKey)).toBe(true)
    expect(chain.map(({ ca }) => ca)).toEqual([false, true, true])
    const asked = (await post('/openid4vp/sessions', { follows: created.session_id })).object()
    await runAtVerifier({ deeplink: String(asked.deeplink), credentials: run.credentials, trustAnchors: anchors() })
    const presentation = (await get(`/openid4vp/sessions/${asked.session_id}`)).json() as IssuanceSessionView
    expect([presentation.status, failed(presentation)]).toEqual(['presentation_validated', []])
    expect(presentation.checks.conformance.find(({ id }) => id === 'vp.sdjwt.issuer_trusted')).toMatchObject({
      status: 'pass',
    })
  })
})

const wide = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`claim_${index}`, index]))
const deep = JSON.parse(`${'{"a":'.repeat(9)}1${'}'.repeat(9)}`) as JsonRecord
const one = (changes: JsonRecord) => ({ credentials: [{ ...ticket, ...changes }] })
const mdoc = (changes: JsonRecord) => ({ credentials: [{ ...licence, ...changes }] })

describe('types that nothing can be issued for', () => {
  it.each<[string, JsonRecord, string]>([
    ['none', { credentials: [] }, '/credentials'],
    ['too many', { credentials: Array.from({ length: 9 }, (_, n) => ({ ...ticket, id: `t${n}` })) }, '/credentials'],
    ['an unknown member', one({ claim: {} }), '/credentials/0/claim'],
    ['another format', one({ format: 'ldp_vc' }), '/credentials/0/format'],
    ['an id that is no scope', one({ id: 'a b' }), '/credentials/0/id'],
    ['no claim', one({ claims: {} }), '/credentials/0/claims'],
    ['claims that are none', one({ claims: [] }), '/credentials/0/claims'],
    ['a claim of the issuer', one({ claims: { iss: 'x' } }), '/credentials/0/claims'],
    ['a reserved name', one({ claims: { a: { _sd: [] } } }), '/credentials/0/claims'],
    [
      'a name that is none',
      { credentials: [JSON.parse('{"id":"a","format":"dc+sd-jwt","claims":{"b":{"__proto__":1}}}')] },
      '/credentials/0/claims',
    ],
    ['too many claims', one({ claims: wide }), '/credentials/0/claims'],
    ['claims too deep', one({ claims: deep }), '/credentials/0/claims'],
    ['a long text', one({ claims: { a: 'x'.repeat(4097) } }), '/credentials/0/claims'],
    ['half a character', one({ claims: { a: '\ud800' } }), '/credentials/0/claims'],
    ['a date in an SD-JWT VC', one({ claims: { a: { $date: '2020-01-01' } } }), '/credentials/0/claims'],
    ['a day that is none', mdoc({ claims: { a: { $date: '2021-02-29' } } }), '/credentials/0/claims'],
    ['bytes that are none', mdoc({ claims: { a: { $bytes: 'AA==' } } }), '/credentials/0/claims'],
    [
      'an mdoc without doctype',
      { credentials: [{ id: 'm', format: 'mso_mdoc', claims: { a: 1 } }] },
      '/credentials/0/doctype',
    ],
    ['an mdoc with vct', mdoc({ vct: 'x' }), '/credentials/0/vct'],
    ['an SD-JWT VC with namespace', one({ namespace: 'x' }), '/credentials/0/namespace'],
    ['a path to nothing', one({ disclosure: [['nowhere']] }), '/credentials/0/disclosure'],
    ['a digest of another kind', one({ digest_alg: 'md5' }), '/credentials/0/digest_alg'],
    [
      'two displays for one language',
      one({
        display: [
          { name: 'x', locale: 'en-GB' },
          { name: 'y', locale: 'en-gb' },
        ],
      }),
      '/credentials/0/display',
    ],
    [
      'an image from anywhere',
      one({ display: [{ name: 'x', logo: { uri: 'http://x.example/a.png' } }] }),
      '/credentials/0/display/0/logo/uri',
    ],
    [
      'a picture that is too large',
      one({ claims: { a: `data:image/png;base64,${'A'.repeat(40_000)}` } }),
      '/credentials/0/claims',
    ],
    [
      'more than 64 KiB',
      one({
        disclosure: 'all',
        claims: { a: `data:image/png;base64,${'A'.repeat(39_000)}`, b: `data:image/png;base64,${'B'.repeat(39_000)}` },
      }),
      '',
    ],
    ['certificates without end', { intermediates: 3 }, '/intermediates'],
  ])('%s', async (_name, laboratory, member) => {
    const answer = await post('/sessions', { laboratory })
    expectError(answer, 400, 'unsupported_laboratory_option')
    expect(answer.object().member).toBe(`/laboratory${member}`)
    expect(answer.body).not.toContain(secret)
  })

  it.each<[string, JsonRecord, readonly string[]]>([
    ['an mdoc without a key', mdoc({ binding: 'none' }), ['/credentials/0/format', '/credentials/0/binding']],
    ['an mdoc in the clear', mdoc({ disclosure: 'none' }), ['/credentials/0/format', '/credentials/0/disclosure']],
    ['two of one id', { credentials: [diploma, ticket, ticket] }, ['/credentials/1/id', '/credentials/2/id']],
    ['certificates for mdocs', { credentials: [licence], intermediates: 1 }, ['/intermediates', '/credentials']],
  ])('contradict themselves: %s', async (_name, laboratory, members) => {
    const answer = await post('/sessions', { laboratory })
    expectError(answer, 400, 'conflicting_laboratory_options')
    expect(answer.object().members).toEqual(members.map((member) => `/laboratory${member}`))
  })

  it('are not offered by an id that is none of them', async () => {
    const answer = await post('/sessions', { credential_configuration_id: 'other', laboratory: { credentials: types } })
    expectError(answer, 400, 'unsupported_credential_configuration')
    expect(answer.object().legal_values).toEqual(types.map(({ id }) => id))
  })
})
