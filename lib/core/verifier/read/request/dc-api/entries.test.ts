import { createPublicKey, sign } from 'node:crypto'
import { compactVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { newPrivateKey } from '@/lib/testing/new-private-key'
import { samplePresentation } from '@/lib/testing/store-samples'
import type { DcApiEntry } from '../../../../shared/ports/dc-api'
import type { JwsSigner } from '../../../../shared/ports/ports'
import { addSeconds, epochMillis } from '../../../../shared/time/time'
import type { JsonObject } from '../../../../shared/values/json'
import { verifierDeviation } from '../../../deviations'
import type { Delivery } from '../request-object'
import { multiSignedData, signedData, unsignedData } from './digital-request'
import { entryParameters, toBrowserRequest } from './entries'

/** Key of the examples in OpenID4VP 1.0 appendix A.3.2. */
const key = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
} as const
/** Members of the example in appendix A.2. */
const unsignedExample = {
  response_type: 'vp_token',
  response_mode: 'dc_api',
  nonce: 'n-0S6_WzA2Mj',
  client_metadata: { jwks: { keys: [{ ...key, use: 'enc', kid: '1' }] } },
  dcql_query: { credentials: [] },
}
/** Payload of the example in appendix A.3.2.2, and in A.3.2.1 with the Client Identifier. */
const payloadExample = {
  expected_origins: ['https://origin1.example.com', 'https://origin2.example.com'],
  ...unsignedExample,
}
const compactExample = { ...payloadExample, client_id: 'x509_san_dns:rp.example.com' }

const now = epochMillis(1_800_000_000_000)
const delivery = (request: JsonObject, negativeTest: string | null = null): Delivery => ({
  request,
  issuedAt: now,
  expiresAt: addSeconds(now, 900),
  walletNonce: null,
  deviation: verifierDeviation(negativeTest),
})
const times = { iat: 1_800_000_000, exp: 1_800_000_900 }

const keys = [newPrivateKey(), newPrivateKey()]
const signers = keys.map(
  (privateKey, index): JwsSigner => ({
    alg: 'ES256',
    x5c: [`leaf${index}`],
    sign: (data) => sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  }),
)
const [signer = never()] = signers
function never(): never {
  throw new Error('There are two signers.')
}
const jsonOf = (part: string): JsonObject => JSON.parse(Buffer.from(part, 'base64url').toString())
const verifies = async (compact: string, index: number): Promise<boolean> =>
  compactVerify(compact, createPublicKey(keys[index] ?? never())).then(
    () => true,
    () => false,
  )

describe('the data of an entry', () => {
  it('is the parameters themselves where it is unsigned, as in appendix A.2', () => {
    expect(unsignedData(delivery(unsignedExample))).toEqual(unsignedExample)
  })

  it('is a compact JWS over the parameters where it is signed, as in appendix A.3.2.1', async () => {
    const { data, made } = signedData(delivery(compactExample), signer, 'root')
    expect(Object.keys(data)).toEqual(['request'])
    const [head = '', payload = ''] = String(data.request).split('.')
    expect(jsonOf(head)).toEqual({ typ: 'oauth-authz-req+jwt', x5c: ['leaf0'], alg: 'ES256' })
    expect(jsonOf(payload)).toEqual({ ...compactExample, ...times })
    expect(await verifies(String(data.request), 0)).toBe(true)
    expect(made.token).toBe(data.request)
  })

  const signatures = signers.map((one, index) => ({ clientId: `x509_san_dns:rp${index}.example.com`, signer: one }))
  const noTest = { changes: {}, tools: { clientId: '', requestUri: '' } }
  const partsOf = (data: JsonObject) =>
    data.request as unknown as { payload: string; signatures: { protected: string; signature: string }[] }

  it('is a JWS in the JSON serialization where it is signed twice, as in appendix A.3.2.2', async () => {
    const verifier_info = [{ format: 'note', data: 'a' }]
    const { data, made } = multiSignedData(delivery({ ...compactExample, verifier_info }), signatures, 'root', noTest)
    const { payload, signatures: parts } = partsOf(data)
    expect(jsonOf(payload)).toEqual({ ...payloadExample, ...times })
    expect(parts).toHaveLength(2)
    for (const [index, { protected: head, signature }] of parts.entries()) {
      expect(jsonOf(head)).toEqual({
        typ: 'oauth-authz-req+jwt',
        alg: 'ES256',
        x5c: [`leaf${index}`],
        client_id: `x509_san_dns:rp${index}.example.com`,
        verifier_info,
      })
      expect(await verifies(`${head}.${payload}.${signature}`, index)).toBe(true)
      expect(await verifies(`${head}.${payload}.${signature}`, 1 - index)).toBe(false)
      expect(made[index]?.token).toBe(`${head}.${payload}.${signature}`)
    }
  })

  it.each([
    ['bad_signature', (one: string, other: string) => expect([one, other]).toEqual(['ES256', 'ES256'])],
    ['alg_none', (one: string, other: string) => expect([one, other]).toEqual(['none', 'none'])],
  ])('is spoilt in each signature by the test %s', async (test, check) => {
    const wrong = delivery(compactExample, test)
    const { data } = multiSignedData(wrong, signatures, 'root', noTest)
    const { payload, signatures: parts } = partsOf(data)
    const [one = '', other = ''] = parts.map(({ protected: head }) => String(jsonOf(head).alg))
    check(one, other)
    for (const [index, { protected: head, signature }] of parts.entries())
      expect(await verifies(`${head}.${payload}.${signature}`, index)).toBe(false)
    expect(await verifies(String(signedData(wrong, signer, 'root').data.request), 0)).toBe(false)
  })
})

describe('the parameters of an entry', () => {
  const first: DcApiEntry = {
    protocol: 'openid4vp-v1-signed',
    nonce: unsignedExample.nonce,
    encryptionKid: '1',
    thumbprint: 't',
    publicJwk: key,
  }
  const second: DcApiEntry = {
    ...first,
    protocol: 'openid4vp-v1-unsigned',
    nonce: 'another',
    encryptionKid: '2',
    publicJwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
  }
  const sessionOf = (request: JsonObject) =>
    samplePresentation({ request, dcApi: { entries: [first, second], extraOrigins: [], signed: {}, unsigned: {} } })

  it('are those of the session for the first entry', () => {
    const session = sessionOf(compactExample)
    expect(entryParameters(session, first)).toBe(session.request)
  })

  it('have another nonce and key for another entry, and say nothing of the verifier where it is unsigned', () => {
    const { nonce: _, client_metadata: __, ...others } = unsignedExample
    expect(entryParameters(sessionOf(compactExample), second)).toEqual({
      ...others,
      nonce: 'another',
      client_metadata: { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', use: 'enc', kid: '2' }] } },
    })
  })

  it('stay wrong in each entry where a test made them so', () => {
    const { nonce: _, ...withoutNonce } = compactExample
    expect(entryParameters(sessionOf(withoutNonce), second)).not.toHaveProperty('nonce')
    expect(entryParameters(sessionOf({ ...compactExample, client_metadata: 'x' }), second)).toMatchObject({
      client_metadata: 'x',
    })
  })
})

it('names an origin once in expected_origins, ours first, though a tester names ours too', () => {
  const [own, other] = ['https://verifier.example', 'https://other.example']
  const request = toBrowserRequest({ client_id: 'x' }, { state: null, origins: [own, other, own] })
  expect(request.expected_origins).toEqual([own, other])
})
