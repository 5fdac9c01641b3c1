import { createHash } from 'node:crypto'
import { cborDecode, cborEncode, DataItem } from '@owf/mdoc'
import { calculateJwkThumbprint } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { createHandPresenter, type HandPresenter } from '@/lib/testing/hand-presenter'
import {
  type MdocChanges,
  type MdocParties,
  makeDeviceResponse,
  mdocParties,
  pidNamespace,
} from '@/lib/testing/presented/make-device-response'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { isObject, type JsonObject, objectMember } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** What a session says of an mdoc that is wrong in one way. */
const service = serviceForTests()
let parties: MdocParties
let credential: HeldCredential
beforeAll(async () => {
  parties = await mdocParties(epochMillis(Date.now()))
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})

const claims = [{ path: [pidNamespace, 'family_name'] }, { path: [pidNamespace, 'birth_date'] }]
const query = {
  credentials: [{ id: 'pid', format: 'mso_mdoc', meta: { doctype_value: pidNamespace }, claims }],
}
const session = (body: JsonObject = {}) =>
  createHandPresenter(service, credential, { dcql_query: query, trust_anchors: [parties.rootBase64], ...body })

type Mapped = Map<string, unknown>
const documentIn = (response: Mapped): Mapped => (response.get('documents') as Mapped[])[0] as Mapped

const hash = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest())
const tag24 = (bytes: Uint8Array): Uint8Array => cborEncode(DataItem.fromBuffer(bytes))

/** The values of a request that its handover is made of. */
async function valuesOf({ request }: HandPresenter) {
  const keys: unknown = objectMember(objectMember(request, 'client_metadata'), 'jwks')?.keys
  const [key] = Array.isArray(keys) ? keys.filter(isObject) : []
  const thumbprint: Uint8Array | null = key
    ? new Uint8Array(Buffer.from(await calculateJwkThumbprint(key), 'base64url'))
    : null
  const [clientId, nonce, responseUri] = [request.client_id, request.nonce, request.response_uri].map(String)
  return { clientId, nonce, responseUri, thumbprint, key }
}
type Values = Awaited<ReturnType<typeof valuesOf>>

const info = ({ clientId, nonce, thumbprint, responseUri }: Values): unknown[] => [
  clientId,
  nonce,
  thumbprint,
  responseUri,
]
const around = (handover: unknown): Uint8Array => cborEncode([null, null, handover])
const named = (bytes: Uint8Array): Uint8Array => around(['OpenID4VPHandover', hash(bytes)])
const over = (list: unknown[]): Uint8Array => named(cborEncode(list))

async function present(presenter: HandPresenter, changes: MdocChanges) {
  const text = makeDeviceResponse(parties, {
    now: Date.now(),
    transcript: over(info(await valuesOf(presenter))),
    ...changes,
  })
  const answer = await presenter.answer({ vp_token: { pid: [text] }, state: String(presenter.request.state) })
  const view = await presenter.view()
  const found = (id: string) => view.checks.conformance.findLast((entry) => entry.id === id)
  return { answer, view, found }
}

describe('a device signature for another transcript', () => {
  it.each<[name: string, reason: string, make: (values: Values) => Uint8Array]>([
    ['of three members', 'of_three', ({ clientId, nonce, responseUri }) => over([clientId, nonce, responseUri])],
    [
      'with response_uri before nonce',
      'response_uri_before_nonce',
      ({ clientId, nonce, responseUri, thumbprint }) => over([clientId, responseUri, nonce, thumbprint]),
    ],
    ['not hashed', 'not_hashed', (values) => around(['OpenID4VPHandover', info(values)])],
    ['under tag 24 before hashing', 'tag_24_before_hashing', (values) => named(tag24(cborEncode(info(values))))],
    ['under tag 24', 'transcript_under_tag_24', (values) => tag24(over(info(values)))],
    [
      'of the JWK as sent',
      'thumbprint_of_sent_jwk',
      ({ key, ...values }) => over(info({ ...values, key, thumbprint: hash(Buffer.from(JSON.stringify(key))) })),
    ],
    [
      'with the nonce as bytes',
      'nonce_as_bytes',
      ({ clientId, nonce, responseUri, thumbprint }) =>
        over([clientId, new Uint8Array(Buffer.from(nonce ?? '')), thumbprint, responseUri]),
    ],
  ])('P6, P7: %s is refused, and named', async (_name, reason, make) => {
    const presenter = await session()
    const { answer, view } = await present(presenter, { transcript: make(await valuesOf(presenter)) })
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_presentation'])
    expect(view.cause).toMatchObject({
      check: 'vp.mdoc.device_signature',
      reason: `vp.mdoc.device_signature#${reason}`,
    })
  })

  it('of the client_id before its tester changed it is refused, and named', async () => {
    const nobody = 'x509_hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'
    const mutations = [{ target: 'request_object', op: 'replace', path: '/client_id', value: nobody }]
    const presenter = await session({ mutations })
    const values = await valuesOf(presenter)
    expect(values.clientId).toBe(nobody)
    // A wallet may take it from the link, which is right.
    const clientId = new URLSearchParams(presenter.created.deeplink.split('?')[1]).get('client_id') ?? ''
    const { answer, found } = await present(presenter, { transcript: over(info({ ...values, clientId })) })
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_presentation'])
    expect(found('vp.mdoc.device_signature')).toMatchObject({
      status: 'fail',
      reason: 'vp.mdoc.device_signature#before_change',
      actual: { client_id: clientId },
    })
    expect(JSON.stringify(found('vp.mdoc.device_signature'))).toContain('before it was changed on purpose')
  })

  it.each(['', null, 'the right one'])(
    'where response_uri was removed no value is right, not %j either',
    async (said) => {
      const remove = { target: 'request_object', op: 'remove', path: '/response_uri' }
      const presenter = await session({ mutations: [remove, { ...remove, op: 'put', path: '/more', value: 1 }] })
      const { clientId, nonce, thumbprint } = await valuesOf(presenter)
      const address = said === 'the right one' ? presenter.created.response_uri : said
      const transcript = over([clientId, nonce, thumbprint, address])
      const { answer, found } = await present(presenter, { transcript })
      expect([answer.status, answer.body]).toEqual([200, '{}'])
      expect(found('vp.mdoc.device_signature')).toMatchObject({
        status: 'not_applicable',
        actual: { because: 'The response_uri was removed on purpose.' },
      })
    },
  )

  it('P7: with the wallet_nonce for the nonce is refused, and named', async () => {
    const presenter = await session()
    const walletNonce = 'a-nonce-of-the-wallet'
    await presenter.http({
      method: 'POST',
      path: presenter.requestPath,
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: `wallet_nonce=${walletNonce}`,
    })
    const values = await valuesOf(presenter)
    const { view } = await present(presenter, { transcript: over(info({ ...values, nonce: walletNonce })) })
    expect(view.cause).toMatchObject({
      reason: 'vp.mdoc.device_signature#wallet_nonce_for_nonce',
      fix: expect.stringContaining('member nonce of the request'),
    })
  })

  it('P5: of ISO/IEC 18013-7 with a nonce that was not sent names what could not be tried', async () => {
    const presenter = await session({ response_mode: 'direct_post' })
    const { clientId, nonce, responseUri } = await valuesOf(presenter)
    const part = (value: unknown) => hash(cborEncode([value, 'never-sent']))
    const { view, found } = await present(presenter, { transcript: around([part(clientId), part(responseUri), nonce]) })
    expect(view.cause?.sentence).toContain('that of ISO/IEC 18013-7 could not be tried: its mdoc nonce was not sent')
    expect(found('vp.mdoc.device_signature')?.actual).toMatchObject({
      tried: expect.arrayContaining(['a handover with response_uri before nonce']),
      not_tried: expect.arrayContaining(['that of ISO/IEC 18013-7: its mdoc nonce was not sent']),
    })
  })
})

describe('P19: the algorithm of a device', () => {
  const presentSigned = async (listed: number[], deviceAlg: number) => {
    const vp_formats_supported = { mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: listed } }
    return present(await session({ presentation_request: { client_metadata: { vp_formats_supported } } }), {
      deviceAlg,
    })
  }

  it('that is fully specified does not answer a general one', async () => {
    const { answer, view, found } = await presentSigned([-7], -9)
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_presentation'])
    expect(found('vp.mdoc.device_alg')).toMatchObject({
      status: 'fail',
      rejected: true,
      reason: 'vp.mdoc.device_alg#not_allowed',
      actual: -9,
    })
    expect(view.cause).toMatchObject({ check: 'vp.mdoc.device_alg', acts: 'wallet' })
  })

  it.each([
    ['a general one answers the fully specified one of its curve', [-9], -7],
    ['a fully specified one answers itself', [-9], -9],
    ['a general one answers itself', [-7], -7],
  ])('%s', async (_name, listed, deviceAlg) => {
    const { answer, found } = await presentSigned(listed, deviceAlg)
    expect(answer.status, answer.body).toBe(200)
    expect(found('vp.mdoc.device_alg')?.status).toBe('pass')
  })

  it('a general one does not answer the fully specified one of another curve', async () => {
    const { found } = await presentSigned([-51], -7)
    expect(found('vp.mdoc.device_alg')).toMatchObject({ status: 'fail', reason: 'vp.mdoc.device_alg#not_allowed' })
  })
})

describe('an mdoc in another form', () => {
  it('P1: with text label and text algorithm is refused for its form, not for the list of the request', async () => {
    const { answer, view } = await present(await session(), {
      deviceProtected: new Map<string | number, unknown>([['1', '-7']]),
    })
    expect(answer.status).toBe(400)
    expect(view.cause).toMatchObject({ reason: 'vp.mdoc.device_alg#text_label_and_value' })
    expect(JSON.stringify(view.cause)).not.toContain('deviceauth_alg_values')
  })

  const levels: readonly (readonly [name: string, reason: string, make: (response: Mapped) => unknown])[] = [
    ['a Document', 'vp.mdoc.documents#document', (response) => documentIn(response)],
    ['IssuerSigned', 'vp.mdoc.documents#issuer_signed', (response) => documentIn(response).get('issuerSigned')],
    [
      'the mobile security object',
      'vp.mdoc.documents#security_object',
      (response) => {
        const [, , payload] = (documentIn(response).get('issuerSigned') as Mapped).get('issuerAuth') as Uint8Array[]
        return cborDecode(payload as Uint8Array)
      },
    ],
    ['an array of Documents', 'vp.mdoc.cbor#array_of_documents', (response) => [documentIn(response)]],
    [
      'issuerAuth',
      'vp.mdoc.cbor#issuer_auth',
      (response) => (documentIn(response).get('issuerSigned') as Mapped).get('issuerAuth'),
    ],
    ['a response under tag 24', 'vp.mdoc.cbor#embedded_response', (response) => DataItem.fromData(response)],
  ]
  it.each(levels)('%s in place of a DeviceResponse is named', async (_name, reason, make) => {
    const finish = (bytes: Uint8Array) => {
      const made = make(cborDecode(bytes) as Mapped)
      return made instanceof Uint8Array ? made : cborEncode(made)
    }
    const { answer, view } = await present(await session(), { finish })
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_presentation'])
    expect(view.cause?.reason).toBe(reason)
    expect(view.cause?.sentence).toMatch(/^The mdoc is /)
  })

  it('P4: with alg in the unprotected header alone is refused, and the fix moves it', async () => {
    const { answer, view } = await present(await session(), {
      deviceProtected: new Map(),
      deviceAuth: (deviceAuth) => {
        const parts = deviceAuth.get('deviceSignature') as unknown[]
        parts[1] = new Map([[1, -7]])
      },
    })
    expect(answer.status).toBe(400)
    expect(view.cause).toMatchObject({
      reason: 'vp.mdoc.device_alg#unprotected',
      acts: 'wallet',
      fix: 'Move alg into the protected header, and sign it with the rest of that header.',
    })
  })

  it.each<[string, string, MdocChanges]>([
    [
      'P2: alg of issuerAuth as text under a text',
      'vp.mdoc.issuer_alg#text_label_and_value',
      {
        issuerAuth: (parts) => {
          parts[0] = cborEncode(new Map([['1', '-7']]))
        },
      },
    ],
    [
      'P4: alg of issuerAuth in the unprotected header alone',
      'vp.mdoc.issuer_auth#unprotected',
      {
        issuerAuth: (parts) => {
          parts[0] = cborEncode(new Map())
          const header = parts[1] as Map<number | string, unknown>
          header.set(1, -7)
        },
      },
    ],
    [
      'P2: deviceKey with texts as labels',
      'vp.mdoc.device_key#text_labels',
      {
        mso: (mso) => {
          const info = mso.get('deviceKeyInfo') as Map<string, Map<number, unknown>>
          const key = [...(info.get('deviceKey') ?? [])].map(([label, value]) => [String(label), value] as const)
          info.set('deviceKey', new Map(key) as never)
        },
      },
    ],
    [
      'P2: digests under texts',
      'vp.mdoc.digests#ids_are_texts',
      {
        mso: (mso) => {
          const namespaces = mso.get('valueDigests') as Map<string, Map<number, unknown>>
          const digests = [...(namespaces.get(pidNamespace) ?? [])].map(([id, value]) => [String(id), value] as const)
          namespaces.set(pidNamespace, new Map(digests) as never)
        },
      },
    ],
    [
      'P2: digestID as a text',
      'vp.mdoc.item_structure#digest_id_text',
      { item: (item) => void item.set('digestID', String(item.get('digestID'))) },
    ],
    [
      'P2: x5chain under a text',
      'vp.mdoc.x5chain#text_label',
      {
        issuerAuth: (parts) => {
          const header = parts[1] as Map<number | string, unknown>
          header.set('33', header.get(33))
          header.delete(33)
        },
      },
    ],
    [
      'P3: a JWK as deviceKey',
      'vp.mdoc.device_key#jwk',
      {
        mso: (mso) =>
          void (mso.get('deviceKeyInfo') as Map<string, unknown>).set(
            'deviceKey',
            new Map(Object.entries({ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' })),
          ),
      },
    ],
    [
      'P9: validFrom before signed',
      'vp.mdoc.validity#order',
      {
        mso: (mso) =>
          void (mso.get('validityInfo') as Map<string, unknown>).set('validFrom', new Date(Date.now() - 20 * 60_000)),
      },
    ],
    [
      'P9: signed before the certificate',
      'vp.mdoc.cert_validity#signed_outside',
      {
        mso: (mso) => {
          const info = mso.get('validityInfo') as Map<string, unknown>
          info.set('signed', new Date(Date.now() - 10 * 365 * 86_400_000))
        },
      },
    ],
  ])('%s is named, and its issuer is to act', async (_name, reason, changes) => {
    const { answer, view, found } = await present(await session(), changes)
    expect(answer.status).toBe(400)
    const finding = found(reason.split('#')[0] ?? '')
    expect(finding).toMatchObject({ status: 'fail', reason, hint: expect.stringMatching(/^Report it to the issuer/) })
    expect(JSON.stringify(view.cause)).not.toContain('before it expires')
  })
})
