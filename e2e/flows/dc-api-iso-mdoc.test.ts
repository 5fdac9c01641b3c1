import { X509Certificate } from 'node:crypto'
import { cborDecode, cborEncode, DataItem, DeviceRequest } from '@owf/mdoc'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { verifySignature } from '@/lib/adapters/crypto/ports'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { annexCTranscriptOf, readEncryptionInfo } from '@/lib/testing/presented/annex-c'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { verifierSessions } from '@/lib/testing/verifier-sessions'

/** Requests in the form of ISO/IEC TS 18013-7 Annex C, and responses made without code of this service. */

const service = serviceForTests()
const { http: client } = service
const { post, create } = verifierSessions(() => client)

const isoMdoc = 'org-iso-mdoc'
const signed = 'openid4vp-v1-signed'
const pid = 'eu.europa.ec.eudi.pid.1'
const credential = (members: JsonObject = {}): JsonObject => ({
  id: 'pid',
  format: 'mso_mdoc',
  meta: { doctype_value: pid },
  claims: [{ path: [pid, 'family_name'] }, { path: [pid, 'birth_date'], intent_to_retain: true }],
  ...members,
})
const asking = (members: JsonObject = {}) => ({ credentials: [credential(members)] })

const start = (body: JsonObject = {}) =>
  create({ presentation_channel: 'dc_api', dc_api_protocols: [isoMdoc], dcql_query: asking(), ...body })

interface Entry {
  readonly protocol: string
  readonly data: JsonObject
}
async function entriesOf(id: string): Promise<Entry[]> {
  const answer = await client({ path: `/openid4vp/sessions/${id}/dc-api` })
  expect(answer.status, answer.body).toBe(200)
  const { digital } = answer.object() as unknown as { digital: { requests: Entry[] } }
  return digital.requests
}

type DecodedRequest = Map<string, Map<string, unknown>[]>
const decoded = (deviceRequest: unknown): Map<string, unknown>[] =>
  (cborDecode(Buffer.from(String(deviceRequest), 'base64url')) as DecodedRequest).get('docRequests') ?? []

describe('a request in the form of ISO/IEC 18013-7', () => {
  it('is a DeviceRequest and encryptionInfo, with our nonce and a key of its own', async () => {
    const created = await start()
    const [entry, ...others] = await entriesOf(created.session_id)
    expect(others).toEqual([])
    expect(entry?.protocol).toBe(isoMdoc)
    expect(Object.keys(entry?.data ?? {})).toEqual(['deviceRequest', 'encryptionInfo'])
    const { version, docRequests } = DeviceRequest.decode(Buffer.from(String(entry?.data.deviceRequest), 'base64url'))
    expect([version, docRequests.length]).toEqual(['1.0', 1])
    expect(docRequests[0]?.itemsRequest.docType).toBe(pid)
    expect(docRequests[0]?.itemsRequest.namespaces).toEqual(
      new Map([[pid, new Map(Object.entries({ family_name: false, birth_date: true }))]]),
    )
    const { name, nonce, publicJwk } = readEncryptionInfo(String(entry?.data.encryptionInfo))
    expect(name).toBe('dcapi')
    expect(Buffer.from(nonce).toString('base64url')).toBe(created.authorization_request.nonce)
    expect(nonce.length).toBeGreaterThanOrEqual(16)
    expect([publicJwk.x, publicJwk.y].map((one) => Buffer.from(String(one), 'base64url').length)).toEqual([32, 32])
  })

  it('is signed by the reader for this origin and this encryptionInfo, under the certificate of the verifier', async () => {
    const { session_id: id } = await start()
    const [entry] = await entriesOf(id)
    const { deviceRequest, encryptionInfo } = entry?.data ?? {}
    const [docRequest] = decoded(deviceRequest)
    const [header, unprotected, payload, signature] = docRequest!.get('readerAuth') as [
      Uint8Array,
      Map<number, Uint8Array>,
      null,
      Uint8Array,
    ]
    expect(payload).toBeNull()
    const certificate = new X509Certificate(unprotected.get(33) ?? new Uint8Array())
    expect(certificate.keyUsage).toContain('1.0.18013.5.1.6')
    const isFor = (origin: string): boolean => {
      const transcript = cborDecode(annexCTranscriptOf(String(encryptionInfo), origin))
      const authentication = cborEncode(['ReaderAuthentication', transcript, docRequest?.get('itemsRequest')])
      const data = cborEncode(['Signature1', header, new Uint8Array(), cborEncode(DataItem.fromBuffer(authentication))])
      const publicJwk = certificate.publicKey.export({ format: 'jwk' })
      return verifySignature({ hash: 'sha-256', publicJwk: { ...publicJwk } as never, data, signature })
    }
    expect([isFor(service.baseUrl), isFor('https://other.example')]).toEqual([true, false])
  })

  it('keeps encryptionInfo when it is fetched again, and signs anew', async () => {
    const { session_id: id } = await start()
    const [[first], [second]] = [await entriesOf(id), await entriesOf(id)]
    expect(second?.data.encryptionInfo).toBe(first?.data.encryptionInfo)
    expect(second?.data.deviceRequest).not.toBe(first?.data.deviceRequest)
  })

  it('stands beside requests of OpenID4VP, each with a nonce and a key of its own, wherever it stands', async () => {
    for (const dc_api_protocols of [
      [isoMdoc, signed, 'openid4vp-v1-unsigned'],
      [signed, isoMdoc],
    ]) {
      const { session_id: id, authorization_request: shown } = await start({ dc_api_protocols })
      const entries = await entriesOf(id)
      expect(entries.map(({ protocol }) => protocol)).toEqual(dc_api_protocols)
      const facts = entries.map(({ protocol, data }) => {
        if (protocol === isoMdoc) {
          const { nonce, publicJwk } = readEncryptionInfo(String(data.encryptionInfo))
          return { nonce: Buffer.from(nonce).toString('base64url'), x: publicJwk.x }
        }
        const { nonce, client_metadata: metadata } = protocol === signed ? decodeJwt(String(data.request)) : data
        return { nonce, x: (metadata as { jwks: { keys: { x: string }[] } }).jwks.keys[0]?.x }
      })
      expect(facts[0]?.nonce).toBe(shown.nonce)
      for (const member of ['nonce', 'x'] as const)
        expect(new Set(facts.map((one) => one[member])).size, member).toBe(entries.length)
    }
  })

  it('has a key even where the responses of OpenID4VP are in the clear', async () => {
    const { session_id: id } = await start({ dc_api_protocols: [isoMdoc, signed], response_mode: 'direct_post' })
    const [iso, openid] = await entriesOf(id)
    expect(readEncryptionInfo(String(iso?.data.encryptionInfo)).publicJwk.x).toMatch(/^[\w-]{43}$/)
    expect(decodeJwt(String(openid?.data.request))).toMatchObject({ response_mode: 'dc_api' })
    expect(decodeJwt(String(openid?.data.request)).client_metadata).not.toHaveProperty('jwks')
  })

  it('asks for an mdoc of the PID by default, and sends a nonce of the tester as it is', async () => {
    const body = { presentation_channel: 'dc_api', dc_api_protocols: [isoMdoc] }
    const { session_id: id } = await create({
      ...body,
      presentation_request: { nonce: 'a.nonce~of-the-tester-itself' },
    })
    const [entry] = await entriesOf(id)
    const { docRequests } = DeviceRequest.decode(Buffer.from(String(entry?.data.deviceRequest), 'base64url'))
    expect(docRequests.map(({ itemsRequest }) => itemsRequest.docType)).toEqual([pid])
    const { nonce } = readEncryptionInfo(String(entry?.data.encryptionInfo))
    expect(Buffer.from(nonce).toString()).toBe('a.nonce~of-the-tester-itself')
  })

  it('has one document request for each query', async () => {
    const mdl = credential({ id: 'mdl', meta: { doctype_value: 'org.iso.18013.5.1.mDL' } })
    const { session_id: id } = await start({ dcql_query: { credentials: [credential(), mdl] } })
    const [entry] = await entriesOf(id)
    expect(decoded(entry?.data.deviceRequest)).toHaveLength(2)
  })

  const query = (members: JsonObject) => ({ dcql_query: asking(members) })
  const transaction = { type: 'x', credential_ids: ['pid'] }
  it.each<[JsonObject, string, string]>([
    [
      query({ format: 'dc+sd-jwt', meta: { vct_values: ['a'] } }),
      'invalid_dcql_query',
      '/dcql_query/credentials/0/format',
    ],
    [query({ claims: undefined as never }), 'invalid_dcql_query', '/dcql_query/credentials/0/claims'],
    [query({ meta: {} }), 'invalid_dcql_query', '/dcql_query/credentials/0/meta'],
    [
      query({ claims: [{ id: 'a', path: [pid, 'family_name'] }], claim_sets: [['a']] }),
      'invalid_dcql_query',
      '/dcql_query/credentials/0/claim_sets',
    ],
    [
      query({ trusted_authorities: [{ type: 'aki', values: ['YQ'] }] }),
      'invalid_dcql_query',
      '/dcql_query/credentials/0/trusted_authorities',
    ],
    [
      query({ claims: [{ path: [pid, 'family_name'], values: ['a'] }] }),
      'invalid_dcql_query',
      '/dcql_query/credentials/0/claims/0/values',
    ],
    [query({ claims: [{ path: [pid] }] }), 'invalid_dcql_query', '/dcql_query/credentials/0/claims/0/path'],
    [
      { dcql_query: { ...asking(), credential_sets: [{ options: [['pid']] }] } },
      'invalid_dcql_query',
      '/dcql_query/credential_sets',
    ],
    [
      { dcql_query: undefined as never, presentation_request: { dcql_query: asking({ format: 'other' }) } },
      'invalid_dcql_query',
      '/presentation_request/dcql_query/credentials/0/format',
    ],
    [{ trusted_list: 'listed' }, 'invalid_dcql_query', '/trusted_list'],
    [{ transaction_data: [transaction] }, 'invalid_request', '/transaction_data'],
    [
      { presentation_request: { transaction_data: [transaction] } },
      'invalid_request',
      '/presentation_request/transaction_data',
    ],
  ])('is refused with %j', async (members, error, pointer) => {
    const answer = await post('/openid4vp/sessions', {
      presentation_channel: 'dc_api',
      dc_api_protocols: [signed, isoMdoc],
      dcql_query: asking(),
      ...members,
    })
    const { errors } = answer.object() as { errors: readonly JsonObject[] }
    expect(answer.status).toBe(400)
    expect(errors).toContainEqual(expect.objectContaining({ code: error, pointer }))
  })
})
