import { cborDecode, cborEncode } from '@owf/mdoc'
import { calculateJwkThumbprint } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import {
  type MdocChanges,
  type MdocParties,
  makeDeviceResponse,
  mdocParties,
  pidNamespace,
  transcriptOf,
} from '@/lib/testing/presented/make-device-response'
import { testKey } from '@/lib/testing/presented/make-presentation'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** What leads where a part of a presentation is missing, or has another form than it is due in. */
const service = serviceForTests()
let parties: MdocParties
let credential: HeldCredential
beforeAll(async () => {
  parties = await mdocParties(epochMillis(Date.now()))
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})

type Mapped = Map<string | number, unknown>
const member = (map: Mapped, name: string): Mapped => map.get(name) as Mapped
const claims = [{ path: [pidNamespace, 'family_name'] }, { path: [pidNamespace, 'birth_date'] }]
const mdocQuery = {
  credentials: [{ id: 'pid', format: 'mso_mdoc', meta: { doctype_value: pidNamespace }, claims }],
}

/** Presents an mdoc for a request in the clear, with its transcript. */
async function presentMdoc(changes: MdocChanges) {
  const presenter = await createHandPresenter(service, credential, {
    dcql_query: mdocQuery,
    trust_anchors: [parties.rootBase64],
    response_mode: 'direct_post',
  })
  const { request } = presenter
  const transcript = transcriptOf({
    clientId: String(request.client_id),
    nonce: String(request.nonce),
    responseUri: String(request.response_uri),
  })
  const text = makeDeviceResponse(parties, { now: Date.now(), transcript, ...changes })
  const answer = await presenter.answer({ vp_token: { pid: [text] }, state: String(presenter.request.state) })
  const view = await presenter.view()
  return { answer, view, found: (id: string) => view.checks.conformance.findLast((entry) => entry.id === id) }
}

describe('E1: a Disclosure without the one that it is nested in', () => {
  it('leads, and not the claim that has no place without it', async () => {
    const presenter = await createHandPresenter(service, credential, {
      dcql_query: {
        credentials: [
          {
            id: 'pid',
            format: 'dc+sd-jwt',
            meta: { vct_values: ['urn:eudi:pid:1'] },
            claims: [{ path: ['address', 'locality'] }],
          },
        ],
      },
    })
    const answer = await presenter.answer(
      presenter.payload({
        disclosures: (shown) => {
          const inner = shown.find((one) => Buffer.from(one, 'base64url').toString('utf8').includes('"locality"'))
          shown.splice(0, shown.length, String(inner))
        },
      }),
    )
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_presentation'])
    const { cause } = await presenter.view()
    expect(cause).toMatchObject({
      check: 'vp.sdjwt.parents_sent',
      refused_by: 'vp.dcql.claims_present',
      fix: 'Also send the Disclosure that it is nested in.',
    })
  })
})

describe('E2: nameSpaces of deviceSigned', () => {
  const nameSpaces = (change: (bytes: Uint8Array) => unknown) => (document: Mapped) => {
    const device = member(document, 'deviceSigned')
    const changed = change(cborEncode(device.get('nameSpaces')))
    if (changed === undefined) device.delete('nameSpaces')
    else device.set('nameSpaces', changed)
  }
  it.each<[string, string, (bytes: Uint8Array) => unknown]>([
    ['a byte string around tag 24', 'bytes_around_tag', (bytes) => bytes],
    ['a byte string without tag 24', 'bytes', () => cborEncode(new Map())],
    ['a map', 'map', () => new Map()],
    ['a text', 'no_map', () => 'a text'],
    ['missing', 'no_namespaces', () => undefined],
  ])('is %s: told, and never that deviceSigned is missing', async (_name, reason, change) => {
    const { answer, view } = await presentMdoc({ document: nameSpaces(change) })
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_presentation'])
    expect(view.cause?.reason).toBe(`vp.mdoc.device_signed#${reason}`)
    expect(view.cause?.sentence).not.toContain('lacks deviceSigned')
    expect(view.cause?.sentence).toContain('nameSpaces')
  })

  it('is told apart from a deviceSigned that is no map, or has no deviceAuth', async () => {
    const text = await presentMdoc({ document: (one) => void one.set('deviceSigned', 'text') })
    expect(text.found('vp.mdoc.device_signed')?.reason).toBe('vp.mdoc.device_signed#other')
    const none = await presentMdoc({
      document: (one) => void member(one, 'deviceSigned').delete('deviceAuth'),
    })
    expect(none.view.cause?.reason).toBe('vp.mdoc.device_signed#no_device_auth')
  })
})

describe('E8: a document without deviceSigned', () => {
  it.each([
    ['with its certificates', false],
    ['without certificates', true],
  ])('%s is told so, and nothing speaks of a Key Binding JWT', async (_name, bare) => {
    const { view, found } = await presentMdoc({
      document: (one) => void one.delete('deviceSigned'),
      issuerAuth: (parts) => {
        if (bare) parts[1] = new Map()
      },
    })
    expect(view.cause).toMatchObject({
      reason: 'vp.mdoc.device_signed#absent',
      refused_by: 'vp.dcql.holder_binding',
      sentence: 'A document lacks deviceSigned.',
    })
    expect(found('vp.dcql.holder_binding')?.reason).toBe('vp.dcql.holder_binding#no_device_proof')
    expect(JSON.stringify(found('vp.dcql.holder_binding'))).not.toContain('Key Binding')
  })
})

describe('E4: a structure in place of a DeviceResponse', () => {
  const finish = (make: (document: Mapped) => unknown) => (bytes: Uint8Array) =>
    cborEncode(make((member(cborDecode(bytes) as Mapped, 'documents') as unknown as Mapped[])[0] as Mapped))
  it.each<[string, string, (document: Mapped) => unknown]>([
    ['a Document', 'document', (document) => document],
    [
      'a Document without deviceSigned',
      'document',
      (document) => new Map([...document].filter(([name]) => name !== 'deviceSigned')),
    ],
    ['IssuerSigned', 'issuer_signed', (document) => document.get('issuerSigned')],
  ])('%s leads, its members are not judged, and the fix wraps it', async (_name, form, make) => {
    const { answer, view, found } = await presentMdoc({ finish: finish(make) })
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_presentation'])
    expect(view.cause?.reason).toBe(`vp.mdoc.documents#${form}`)
    expect(view.cause?.fix).toMatch(/documents.*version.*status/)
    for (const id of ['vp.mdoc.version', 'vp.mdoc.status']) expect(found(id)?.status).toBe('not_applicable')
  })
})

describe('CBOR tag 18 around the device signature', () => {
  it('is accepted, and told', async () => {
    const { answer, found } = await presentMdoc({
      finish: tagDeviceSignature,
    })
    expect(answer.status, answer.body).toBe(200)
    expect(found('vp.mdoc.device_signature')?.status).toBe('pass')
    expect(found('vp.mdoc.device_signed')).toMatchObject({ status: 'warn', reason: 'vp.mdoc.device_signed#tagged' })
  })
})

/** Puts tag 18 before the array of the device signature. */
function tagDeviceSignature(bytes: Uint8Array): Uint8Array {
  const name = cborEncode('deviceSignature')
  const at = Buffer.from(bytes).indexOf(name) + name.length
  return Uint8Array.from([...bytes.slice(0, at), 0xd2, ...bytes.slice(at)])
}

describe('E3: a device signature by another key than deviceKey', () => {
  it('is offered beside another transcript, and ISO/IEC 18013-7 is not suspected', async () => {
    const { answer, view } = await presentMdoc({ deviceKey: testKey() })
    expect(answer.status).toBe(400)
    const thumbprint = await calculateJwkThumbprint(parties.deviceKey.jwk)
    expect(view.cause?.sentence).toContain(`or another key than deviceKey (thumbprint ${thumbprint}) made it`)
    expect(view.cause?.fix).toContain('deviceKey')
    expect(view.cause?.fix).not.toContain('18013-7')
  })
})
