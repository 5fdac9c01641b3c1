import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkContract } from '@/lib/testing/check-contract'
import { covers } from '@/lib/testing/covers'
import { createHttpClient, type Fields, type HttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { expectJson, membersOf } from '@/lib/testing/shapes'

let service: TestService
let http: HttpClient
beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

const ids = ['eu-pid-device-bound', 'eu-pid-jwt-proof-only']
const configurations: Readonly<Record<string, string>> = {
  'eu-pid-device-bound': 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
  'eu-pid-jwt-proof-only': 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof',
}

interface Displayed {
  readonly display: readonly { readonly locale: string; readonly logo: { readonly uri: string } }[]
}
type DisplayedMetadata = Displayed & {
  readonly credential_configurations_supported: Readonly<Record<string, { readonly credential_metadata: Displayed }>>
}

const get = (path: string, headers: Fields = []) => http({ path, headers })
const keysAt = async (path: string): Promise<JsonRecord[]> => (await get(path)).object().keys as JsonRecord[]
const pathOf = (url: unknown): string => new URL(String(url)).pathname

describe('GET /issuers', () => {
  covers('A1.1', 'A2.1', 'A2.7', 'A2.9', 'A4.9')
  it('lists both issuer configurations, always in the same order, with exactly their members', async () => {
    const answer = await get('/issuers')
    expectJson(answer, 200)
    checkContract('listIssuers', answer)
    const entries = answer.json() as JsonRecord[]
    expect(entries.map(({ id }) => id)).toEqual(ids)
    const members = [
      'authorization_server_metadata',
      'compliance',
      'credential_configuration_ids',
      'credential_issuer',
      'credential_issuer_metadata',
      'description',
      'id',
      'name',
      'upstream_authorization_server',
    ]
    expect(membersOf(entries[0]!)).toEqual(members)
    expect(membersOf(entries[1]!)).toEqual([...members, 'warning'].sort())
    for (const entry of entries) {
      for (const member of ['id', 'compliance', 'name', 'description']) {
        expect(entry[member]).toEqual(expect.any(String))
        expect(entry[member]).not.toBe('')
      }
    }
    expect(entries.map(({ compliance }) => compliance)).toEqual(['eudi-pid-device-bound', 'deliberately-nonconforming'])
    expect(entries[1]!.warning).toMatch(/.{20,}/)
  })

  covers('A2.8')
  it('gives absolute addresses that answer with the same identifier', async () => {
    for (const entry of (await get('/issuers')).json() as JsonRecord[]) {
      const issuer = `${service.baseUrl}/issuers/${String(entry.id)}`
      expect(entry.credential_issuer).toBe(issuer)
      expect(entry.upstream_authorization_server).toBe(`${service.baseUrl}/authorization-servers/${String(entry.id)}`)
      const issuerMetadata = await get(pathOf(entry.credential_issuer_metadata))
      expect(String(entry.credential_issuer_metadata)).toBe(
        `${service.baseUrl}/.well-known/openid-credential-issuer/issuers/${String(entry.id)}`,
      )
      expect(issuerMetadata.object().credential_issuer).toBe(issuer)
      const serverMetadata = await get(pathOf(entry.authorization_server_metadata))
      expect(String(entry.authorization_server_metadata)).toBe(
        `${service.baseUrl}/.well-known/oauth-authorization-server/issuers/${String(entry.id)}`,
      )
      expect(serverMetadata.object().issuer).toBe(issuer)
    }
  })

  covers('A2.10')
  it('names the configurations that the metadata advertise', async () => {
    for (const entry of (await get('/issuers')).json() as JsonRecord[]) {
      const metadata = (await get(pathOf(entry.credential_issuer_metadata))).object()
      expect(entry.credential_configuration_ids).toEqual(
        Object.keys(metadata.credential_configurations_supported as object),
      )
      expect(entry.credential_configuration_ids).toContain(configurations[String(entry.id)])
    }
  })
})

covers('A1.2')
describe.each(ids)('the documents of %s', (id) => {
  const base = () => `${service.baseUrl}/issuers/${id}`

  covers('A4.2')
  it.each([
    ['no Accept', []],
    ['Accept: */*', [['Accept', '*/*']]],
    ['Accept: application/json', [['Accept', 'application/json']]],
  ] as [string, Fields][])('hold credential issuer metadata as JSON (%s)', async (_name, headers) => {
    const answer = await get(`/.well-known/openid-credential-issuer/issuers/${id}`, headers)
    expectJson(answer, 200)
    checkContract('getIssuerMetadata', answer)
    expect(answer.header('vary')).toMatch(/accept/i)
    const metadata = answer.object()
    expect(metadata).toMatchObject({
      credential_issuer: base(),
      credential_endpoint: `${base()}/credential`,
      nonce_endpoint: `${base()}/nonce`,
    })
    expect(metadata).not.toHaveProperty('authorization_servers')
    expect(metadata).not.toHaveProperty('batch_credential_issuance')
    expect(metadata).not.toHaveProperty('deferred_credential_endpoint')
  })

  it('describe the SD-JWT VC configuration as OpenID4VCI 12.2.4 and A.3.2 demand', async () => {
    const metadata = (await get(`/.well-known/openid-credential-issuer/issuers/${id}`)).object()
    const supported = metadata.credential_configurations_supported as Record<string, JsonRecord>
    const configurationId = configurations[id]!
    const configuration = supported[configurationId]!
    expect(configuration).toMatchObject({
      format: 'dc+sd-jwt',
      vct: 'urn:eudi:pid:1',
      scope: configurationId,
      cryptographic_binding_methods_supported: ['jwk'],
      credential_signing_alg_values_supported: ['ES256'],
    })
    const proofTypes = configuration.proof_types_supported as Record<string, JsonRecord>
    expect(proofTypes.jwt!.proof_signing_alg_values_supported).toEqual(['ES256'])
    if (id === 'eu-pid-device-bound') expect(proofTypes.jwt!.key_attestations_required).toEqual({})
    else {
      expect(Object.keys(proofTypes)).toEqual(['jwt'])
      expect(proofTypes.jwt).not.toHaveProperty('key_attestations_required')
    }
  })

  covers('A4.4')
  it('hold authorization server metadata that say what this server does', async () => {
    const answer = await get(`/.well-known/oauth-authorization-server/issuers/${id}`)
    expectJson(answer, 200)
    checkContract('getAuthorizationServerMetadata', answer)
    expect(answer.object()).toMatchObject({
      issuer: base(),
      authorization_endpoint: `${base()}/authorize`,
      token_endpoint: `${base()}/token`,
      pushed_authorization_request_endpoint: `${base()}/par`,
      require_pushed_authorization_requests: true,
      jwks_uri: `${base()}/jwks.json`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      dpop_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
      'pre-authorized_grant_anonymous_access_supported': true,
    })
    expect(answer.object().grant_types_supported).toContain('urn:ietf:params:oauth:grant-type:pre-authorized_code')
  })

  covers('A4.6')
  it('hold JWT VC issuer metadata with a reference to the credential keys, and nothing else', async () => {
    const answer = await get(`/.well-known/jwt-vc-issuer/issuers/${id}`)
    expectJson(answer, 200)
    checkContract('getJwtVcIssuerMetadata', answer)
    expect(answer.object()).toEqual({ issuer: base(), jwks_uri: `${base()}/credential-jwks.json` })
  })

  covers('A2.5')
  it.each([
    ['jwks.json', 'getAuthorizationServerKeys'],
    ['credential-jwks.json', 'getCredentialKeys'],
  ] as const)('hold public keys at %s', async (name, operation) => {
    const answer = await get(`/issuers/${id}/${name}`)
    expectJson(answer, 200)
    checkContract(operation, answer)
    expect(membersOf(answer.object())).toEqual(['keys'])
    const keys = await keysAt(`/issuers/${id}/${name}`)
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) {
      expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) })
      for (const secret of ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi']) expect(key).not.toHaveProperty(secret)
      if (operation === 'getAuthorizationServerKeys') expect(key).not.toHaveProperty('x5c')
      else expect((key.x5c as string[]).length).toBeGreaterThan(0)
    }
  })

  it('hold the trust anchor, the same one everywhere', async () => {
    const answer = await get(`/issuers/${id}/trust-anchor.pem`)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatch(/^-----BEGIN CERTIFICATE-----\n[\s\S]+-----END CERTIFICATE-----\s*$/)
    expect((await get('/pki/root-ca.pem')).body).toBe(answer.body)
    expect((await get('/pki/root-ca.cer')).header('content-type')).toBe('application/pkix-cert')
  })

  it('show logos that are served here, each as what it is said to be', async () => {
    const metadata = (await get(`/.well-known/openid-credential-issuer/issuers/${id}`)).json() as DisplayedMetadata
    const displays = [
      ...metadata.display,
      ...Object.values(metadata.credential_configurations_supported).flatMap((one) => one.credential_metadata.display),
    ]
    expect(displays.map(({ locale }) => locale)).toEqual(['en', 'it', 'en', 'it', 'en', 'it'])
    const uris = [...new Set(displays.map(({ logo }) => logo.uri))]
    expect(uris.map((uri) => uri.split(',')[0])).toEqual([
      `${base()}/logo.png`,
      `${base()}/logo.svg`,
      'data:image/png;base64',
    ])
    const png = Buffer.from(await (await fetch(`${base()}/logo.png`)).arrayBuffer())
    expect(png.toString('base64')).toBe(uris[2]?.split(',')[1])
    for (const [name, type, operation] of [
      ['logo.png', 'image/png', 'getLogoPng'],
      ['logo.svg', 'image/svg+xml', 'getLogoSvg'],
    ] as const) {
      const answer = await get(`/issuers/${id}/${name}`)
      expect([answer.status, answer.header('content-type')]).toEqual([200, type])
      checkContract(operation, answer)
      const head = await http({ method: 'HEAD', path: `/issuers/${id}/${name}` })
      expect([head.status, head.header('content-length'), head.body]).toEqual([
        200,
        answer.header('content-length'),
        '',
      ])
    }
    const ledger = (await get('/oid4vci/requests')).json() as JsonRecord[]
    expect(ledger.findLast(({ path }) => path === `/issuers/${id}/logo.png`)).toMatchObject({
      method: 'HEAD',
      issuer_configuration_id: id,
      response: { status: 200, content_type: 'image/png' },
    })
  })
})

describe('the two issuers', () => {
  covers('A1.2')
  it('share no key and no key id, within and across their key sets', async () => {
    const keys = (
      await Promise.all(
        ids.flatMap((id) => ['jwks.json', 'credential-jwks.json'].map((name) => keysAt(`/issuers/${id}/${name}`))),
      )
    ).flat()
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length)
    expect(new Set(keys.map(({ x, y }) => `${String(x)}.${String(y)}`)).size).toBe(keys.length)
  })
})
