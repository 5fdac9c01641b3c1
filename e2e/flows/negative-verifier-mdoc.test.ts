import { createHash, createPublicKey } from 'node:crypto'
import { cborEncode } from '@owf/mdoc'
import { calculateJwkThumbprint } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { covers } from '@/lib/testing/covers'
import { createHandPresenter, type HandPresenter } from '@/lib/testing/hand-presenter'
import {
  type MdocChanges,
  type MdocParties,
  makeDeviceResponse,
  makeDeviceResponseBytes,
  mdocParties,
  pidNamespace,
  transcriptOf,
} from '@/lib/testing/presented/make-device-response'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { isObject, type JsonObject, objectMember } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { peakMegabytes } from './peak-memory'

/** Correct mdocs. */
const service = serviceForTests()
let parties: MdocParties
let credential: HeldCredential
beforeAll(async () => {
  parties = await mdocParties(epochMillis(Date.now()))
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})

const query = {
  credentials: [
    {
      id: 'pid',
      format: 'mso_mdoc',
      meta: { doctype_value: pidNamespace },
      claims: [{ path: [pidNamespace, 'family_name'] }, { path: [pidNamespace, 'birth_date'] }],
    },
  ],
}
const session = (body: JsonObject = {}) =>
  createHandPresenter(service, credential, { dcql_query: query, trust_anchors: [parties.rootBase64], ...body })
const plain = { response_mode: 'direct_post' }

const encryptionKey = ({ request }: HandPresenter): JsonObject | null => {
  const keys: unknown = objectMember(objectMember(request, 'client_metadata'), 'jwks')?.keys
  const [key] = Array.isArray(keys) ? keys : []
  return isObject(key) ? key : null
}

/** The request's transcript with changed parts. */
async function transcript(
  presenter: HandPresenter,
  changes: Parameters<typeof transcriptOf>[0] = {},
): Promise<Uint8Array> {
  const { request } = presenter
  const key = encryptionKey(presenter)
  const thumbprint = key && new Uint8Array(Buffer.from(await calculateJwkThumbprint(key), 'base64url'))
  return transcriptOf({
    clientId: String(request.client_id),
    nonce: String(request.nonce),
    responseUri: String(request.response_uri),
    thumbprint,
    ...changes,
  })
}

const statusOf = ({ checks }: PresentationSessionView, id: string): string =>
  checks.conformance.findLast((entry) => entry.id === id)?.status ?? 'none'

/** Presents an mdoc with these changes. */
async function present(
  presenter: HandPresenter,
  changes: MdocChanges = {},
  spell: (text: string) => string = (text) => text,
) {
  const text = makeDeviceResponse(parties, { now: Date.now(), transcript: await transcript(presenter), ...changes })
  const answer = await presenter.answer({ vp_token: { pid: [spell(text)] }, state: String(presenter.request.state) })
  return { answer, view: await presenter.view() }
}

describe('an mdoc', () => {
  covers('A4.23')
  it.each([{}, plain])('is taken, and every question about it answered: %o', async (body) => {
    const presenter = await session(body)
    const { answer, view } = await present(presenter)
    expect(answer.status).toBe(200)
    expect(view.status).toBe('presentation_validated')
    const [{ device_proof: proof } = {}] = view.observed.presentations
    const { client_id, nonce, response_uri } = presenter.request
    expect(proof).toMatchObject({
      ...{ client_id, nonce, response_uri },
      jwk_thumbprint: body === plain ? null : expect.stringMatching(/^[0-9a-f]{64}$/),
      session_transcript: Buffer.from(await transcript(presenter)).toString('hex'),
      device_authentication: expect.stringMatching(/^d818[0-9a-f]+$/),
    })
    expect(view.checks).toMatchObject({
      presentation_valid: true,
      signature_valid: true,
      holder_binding_verified: true,
      nonce_verified: true,
      issuer_trusted: true,
      dcql_query_matched: true,
      data_minimised: true,
    })
    expect(view.checks.conformance.filter(({ status }) => status === 'fail')).toEqual([])
    expect(view.observed.presentations).toMatchObject([
      { query_id: 'pid', format: 'mso_mdoc', decoded: { format: 'mso_mdoc', documents: [{ doc_type: pidNamespace }] } },
    ])
    expect(JSON.stringify(view)).not.toContain('Fabbri')
  })

  it('of an unknown issuer is taken, and refused where a trusted one is required', async () => {
    const unknown = await present(await session({ trust_anchors: [] }))
    expect(unknown.answer.status).toBe(200)
    expect(unknown.view.checks).toMatchObject({ issuer_trusted: false, signature_valid: true })
    const required = await present(await session({ trust_anchors: [], require_trusted_issuer: true }))
    expect(required.answer.object()).toMatchObject({ error: 'invalid_presentation' })
  })

  it('that shows more than is asked for is taken, and told', async () => {
    const { answer, view } = await present(await session(), {
      elements: { family_name: 'Fabbri', birth_date: 'x', given_name: 'Elena' },
    })
    expect(answer.status).toBe(200)
    expect(statusOf(view, 'vp.min.only_requested_mdoc')).toBe('fail')
    expect(view.checks.data_minimised).toBe(false)
  })

  it('lists what its device signed, where transaction data were sent that only their type can judge', async () => {
    const transaction_data = [{ type: 'payment', credential_ids: ['pid'] }]
    const listed = ({ checks }: PresentationSessionView) =>
      checks.conformance.find(({ id }) => id === 'vp.txn.mdoc_elements')
    const silent = await present(await session({ transaction_data }))
    expect(listed(silent.view)).toMatchObject({ status: 'pass', actual: 'The device signed no elements.' })
    expect(silent.answer.object()).toMatchObject({ error: 'invalid_presentation' })
    expect(statusOf(silent.view, 'vp.txn.represented')).toBe('fail')
    const deviceNamespaces = new Map([['org.example.payment', new Map([['hash', 'x']])]])
    const signed = await present(await session({ transaction_data }), { deviceNamespaces })
    expect(listed(signed.view)).toMatchObject({ status: 'pass', actual: ['org.example.payment/hash'] })
    expect(statusOf(signed.view, 'vp.txn.represented')).toBe('warn')
    expect([statusOf(silent.view, 'vp.txn.pid_key'), statusOf(signed.view, 'vp.txn.pid_key')]).toEqual(['pass', 'fail'])
    expect(signed.view.checks.summary.verdict).toBe('fail')
    expect(listed((await present(await session())).view)?.status).toBe('not_applicable')
  })

  it.each<[string, MdocChanges, (text: string) => string, string]>([
    ['N75: padded', {}, (text) => `${text}==`, 'vp.mdoc.base64url'],
  ])('%s is taken, and told', async (_what, changes, spell, id) => {
    const { answer, view } = await present(await session(), changes, spell)
    expect(answer.status).toBe(200)
    expect(['fail', 'warn']).toContain(statusOf(view, id))
  })

  covers('A4.23')
  it.each<[string, MdocChanges, string]>([
    ['N75: with bytes after it', { finish: (bytes) => new Uint8Array([...bytes, 0]) }, 'vp.mdoc.cbor'],
  ])('%s is refused, and recorded', async (_what, changes, id) => {
    const presenter = await session()
    const peak = peakMegabytes()
    const { answer, view } = await present(presenter, changes)
    expect(peakMegabytes() - peak).toBeLessThan(256)
    expect(answer.status).toBe(400)
    expect(answer.object()).toMatchObject({ error: 'invalid_presentation' })
    expect(answer.object().failed_checks).toContain(id)
    expect(statusOf(view, id)).toBe('fail')
    expect(view.status).toBe('presentation_invalid')
    expect(view.events.filter(({ type }) => type === 'vp_presentation_rejected')).toHaveLength(1)
  })

  it('forty times in one answer costs no more than the answer may, however hostile each is', async () => {
    const many = { credentials: query.credentials.map((one) => ({ ...one, multiple: true })) }
    const presenter = await session({ dcql_query: many })
    const texts = Array.from({ length: 40 }, () =>
      makeDeviceResponse(parties, {
        now: Date.now(),
        documents: (documents) => documents.push(...Array.from({ length: 9 }, () => documents[0])),
      }),
    )
    const peak = peakMegabytes()
    const answer = await presenter.answer({ vp_token: { pid: texts }, state: String(presenter.request.state) })
    expect(peakMegabytes() - peak).toBeLessThan(256)
    expect(answer.status).toBe(400)
    const view = await presenter.view()
    expect(answer.object().failed_checks).toEqual(
      expect.arrayContaining(['vp.mdoc.documents', 'vp.mdoc.device_signature']),
    )
    expect(view.status).toBe('presentation_invalid')
  })

  it('N76: signed without the thumbprint of the key is refused, and the reason told', async () => {
    const presenter = await session()
    const { answer, view } = await present(presenter, { transcript: await transcript(presenter, { thumbprint: null }) })
    expect(answer.status).toBe(400)
    expect(view.checks.conformance.find(({ id }) => id === 'vp.mdoc.device_signature')?.hint).toMatch(/thumbprint/)
  })

  it('N76: signed as OpenID4VP had it up to draft 24 is refused, and that told', async () => {
    const presenter = await session()
    const mdocNonce = 'a-nonce-of-the-wallet'
    const { client_id, response_uri, nonce } = presenter.request
    const hash = (value: unknown) => new Uint8Array(createHash('sha256').update(cborEncode(value)).digest())
    const text = makeDeviceResponse(parties, {
      now: Date.now(),
      transcript: cborEncode([null, null, [hash([client_id, mdocNonce]), hash([response_uri, mdocNonce]), nonce]]),
    })
    const answer = await presenter.answer(
      { vp_token: { pid: [text] }, state: String(presenter.request.state) },
      ({ header }) => {
        header.apu = Buffer.from(mdocNonce).toString('base64url')
      },
    )
    expect(answer.status).toBe(400)
    const view = await presenter.view()
    expect(view.checks.conformance.find(({ id }) => id === 'vp.mdoc.device_signature')?.cause).toMatch(/draft 24/)
  })

  it('signed for another session is refused, which is said without its id', async () => {
    const [other, presenter] = [await session(plain), await session(plain)]
    await other.http({ method: 'GET', path: other.requestPath, headers: [] })
    const { nonce, response_uri } = other.request
    const sent = { nonce: String(nonce), responseUri: String(response_uri) }
    const changes = { transcript: await transcript(presenter, sent) }
    const { answer, view } = await present(presenter, changes)
    expect(answer.status).toBe(400)
    expect(view.checks.nonce_verified).toBe(false)
    expect(view.checks.conformance.find(({ id }) => id === 'vp.mdoc.device_signature')?.cause).toMatch(
      /another session/,
    )
    expect(JSON.stringify(view)).not.toContain(other.created.session_id)
  })

  it('N77: with a MAC is taken in an encrypted answer with a warning, and refused in one in the clear', async () => {
    const encrypted = await session()
    const mac = createPublicKey({ key: { ...encryptionKey(encrypted) }, format: 'jwk' })
    const taken = await present(encrypted, { mac })
    expect(taken.answer.status).toBe(200)
    expect(statusOf(taken.view, 'vp.mdoc.device_mac')).toBe('warn')
    expect(taken.view.checks.holder_binding_verified).toBe(true)
    const refused = await present(await session(plain), { mac })
    expect(refused.answer.status).toBe(400)
    expect(refused.answer.object().failed_checks).toContain('vp.mdoc.device_mac')
    expect(statusOf(refused.view, 'vp.mdoc.device_mac')).toBe('fail')
  })

  it('beside an SD-JWT VC is judged by itself, each with what it shows', async () => {
    const sdJwt = {
      id: 'other',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [{ path: ['family_name'] }],
    }
    const presenter = await session({ dcql_query: { credentials: [...query.credentials, sdJwt] } })
    const text = Buffer.from(
      makeDeviceResponseBytes(parties, { now: Date.now(), transcript: await transcript(presenter) }),
    ).toString('base64url')
    const own = presenter.present({}, 1)
    const answer = await presenter.answer({
      vp_token: { pid: [text], other: [own] },
      state: String(presenter.request.state),
    })
    expect(answer.status).toBe(200)
    const view = await presenter.view()
    expect(view.observed.presentations.map(({ format }) => format)).toEqual(['mso_mdoc', 'dc+sd-jwt'])
    expect(view.checks.holder_binding_verified).toBe(true)
  })
})
