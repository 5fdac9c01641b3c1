import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkContract } from '@/lib/testing/check-contract'
import { covers } from '@/lib/testing/covers'
import {
  createHttpClient,
  type Fields,
  type HttpAnswer,
  type HttpClient,
  type JsonRecord,
} from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { expectJson, membersOf, randomShape, uuidShape } from '@/lib/testing/shapes'

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

const json: Fields = [['Content-Type', 'application/json']]
const create = (request: JsonRecord): Promise<HttpAnswer> =>
  http({ method: 'POST', path: '/sessions', body: JSON.stringify(request), headers: json })

const members = [
  'authorization_server_identifier',
  'credential_configuration_id',
  'credential_offer_mode',
  'deeplink',
  'flow',
  'issuer_configuration_id',
  'issuer_identifier',
  'offer_url',
  'session_id',
  'status',
]
const defaults = {
  issuer_configuration_id: 'eu-pid-device-bound',
  flow: 'authorization_code',
  credential_offer_mode: 'credential_offer',
  credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
  status: 'created',
}
const configurationOf: Readonly<Record<string, string>> = {
  'eu-pid-device-bound': defaults.credential_configuration_id,
  'eu-pid-jwt-proof-only': 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof',
}

describe('POST /sessions', () => {
  covers('A2.11')
  it.each([
    ['no body and no content type', null, []],
    ['no body under application/json', null, json],
    ['an empty body', '', json],
    ['an empty body without content type', '', []],
    ['an empty object', '{}', json],
    ['an empty object without content type', '{}', []],
    ['an empty object under another content type', '{}', [['Content-Type', 'text/plain']]],
    ['an empty object in chunks', '{}', [['Transfer-Encoding', 'chunked']]],
  ] as [string, string | null, Fields][])('takes %s as: all defaults', async (_name, body, headers) => {
    const answer = await http({ method: 'POST', path: '/sessions', body, headers })
    expectJson(answer, 201)
    checkContract('createSession', answer)
    expect(answer.object()).toMatchObject(defaults)
  })

  covers('A2.16', 'A3.1', 'A4.11')
  it('answers with exactly the ten members, each of its type', async () => {
    for (const request of [{}, { flow: 'pre_authorized_code', credential_offer_mode: 'credential_offer_uri' }]) {
      const created = (await create(request)).object()
      expect(membersOf(created)).toEqual(members)
      expect(created.session_id).toMatch(uuidShape)
      const issuer = `${service.baseUrl}/issuers/${String(created.issuer_configuration_id)}`
      expect(created.issuer_identifier).toBe(issuer)
      expect(created.authorization_server_identifier).toBe(issuer)
      const [, offerId] = String(created.offer_url).split(`${issuer}/offers/`)
      expect(offerId).toMatch(uuidShape)
      expect(offerId).not.toBe(created.session_id)
      expect(created.status).toBe('created')
    }
  })

  const combinations = Object.keys(configurationOf).flatMap((issuer) =>
    ['pre_authorized_code', 'authorization_code'].flatMap((flow) =>
      ['credential_offer', 'credential_offer_uri'].map((mode) => [issuer, flow, mode] as const),
    ),
  )
  covers('A2.12', 'A2.13', 'A2.14', 'A4.17')
  it.each(combinations)('gives the link and the offer that %s, %s and %s call for', async (issuer, flow, mode) => {
    const answer = await create({ issuer_configuration_id: issuer, flow, credential_offer_mode: mode })
    checkContract('createSession', answer)
    const created = answer.object()
    expect(created).toMatchObject({
      issuer_configuration_id: issuer,
      flow,
      credential_offer_mode: mode,
      credential_configuration_id: configurationOf[issuer],
    })
    const [scheme, query] = String(created.deeplink).split('?')
    expect(scheme).toBe('openid-credential-offer://')
    const parameters = [...new URLSearchParams(query)]
    expect(parameters.map(([name]) => name)).toEqual([mode])
    const hosted = (await http({ path: new URL(String(created.offer_url)).pathname })).object()
    if (mode === 'credential_offer') expect(JSON.parse(parameters[0]![1])).toEqual(hosted)
    else expect(parameters[0]![1]).toBe(created.offer_url)

    expect(membersOf(hosted)).toEqual(['credential_configuration_ids', 'credential_issuer', 'grants'])
    expect(hosted.credential_issuer).toBe(created.issuer_identifier)
    expect(hosted.credential_configuration_ids).toEqual([configurationOf[issuer]])
    expect(hosted.grants).toEqual(
      flow === 'authorization_code'
        ? { authorization_code: { issuer_state: expect.stringMatching(randomShape) } }
        : {
            'urn:ietf:params:oauth:grant-type:pre-authorized_code': {
              'pre-authorized_code': expect.stringMatching(randomShape),
            },
          },
    )
  })

  covers('A2.15')
  it.each(Object.entries(configurationOf))(
    'takes a configuration that %s advertises',
    async (issuer, configuration) => {
      const metadata = (await http({ path: `/.well-known/openid-credential-issuer/issuers/${issuer}` })).object()
      for (const id of Object.keys(metadata.credential_configurations_supported as object)) {
        const answer = await create({ issuer_configuration_id: issuer, credential_configuration_id: id })
        expect({ status: answer.status, id: answer.object().credential_configuration_id }).toEqual({ status: 201, id })
      }
      expect(Object.keys(metadata.credential_configurations_supported as object)).toContain(configuration)
    },
  )

  it('puts another scheme into the link when it is asked for', async () => {
    const created = (await create({ scheme: 'haip-vci://' })).object()
    expect(created.deeplink).toMatch(/^haip-vci:\/\/\?credential_offer=/)
    expect(membersOf(created)).toEqual(members)
  })

  it('never gives two sessions the same id, offer or code', async () => {
    const sessions = await Promise.all(Array.from({ length: 20 }, () => create({ flow: 'pre_authorized_code' })))
    for (const member of ['session_id', 'offer_url', 'deeplink'])
      expect(new Set(sessions.map((answer) => answer.object()[member])).size).toBe(20)
  })
})
