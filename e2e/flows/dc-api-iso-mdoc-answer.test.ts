import { createHash, createPublicKey } from 'node:crypto'
import { cborEncode, DataItem, DateOnly } from '@owf/mdoc'
import { beforeAll, describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import type { JsonObject } from '@/lib/core/shared/values/json'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { type AnnexCChanges, annexCTranscriptOf, readEncryptionInfo, sealAnnexC } from '@/lib/testing/presented/annex-c'
import {
  type MdocChanges,
  type MdocParties,
  makeDeviceResponseBytes,
  mdocParties,
} from '@/lib/testing/presented/make-device-response'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { verifierSessions } from '@/lib/testing/verifier-sessions'

/** Responses in the form of ISO/IEC TS 18013-7 Annex C, made without code of this service. */

const service = serviceForTests()
const { http: client } = service
let parties: MdocParties
let now: number
beforeAll(async () => {
  now = Date.now()
  parties = await mdocParties(epochMillis(now))
})
const { create } = verifierSessions(() => client)

const isoMdoc = 'org-iso-mdoc'
const signed = 'openid4vp-v1-signed'
const pid = 'eu.europa.ec.eudi.pid.1'
const query = (id = 'pid') => ({
  id,
  format: 'mso_mdoc',
  meta: { doctype_value: pid },
  claims: [{ path: [pid, 'family_name'] }, { path: [pid, 'birth_date'] }],
})

interface Session {
  readonly id: string
  readonly encryptionInfo: string
  readonly origin: string
  /** Keys of the other entries, by protocol. */
  readonly jwkOf: (protocol: string) => JsonObject
}

async function start(body: JsonObject = {}): Promise<Session> {
  const created = await create({
    presentation_channel: 'dc_api',
    dc_api_protocols: [isoMdoc],
    dcql_query: { credentials: [query()] },
    trust_anchors: [parties.rootBase64],
    ...body,
  })
  const answer = await client({ path: `/openid4vp/sessions/${created.session_id}/dc-api` })
  const { digital } = answer.object() as unknown as {
    digital: { requests: { protocol: string; data: JsonObject }[] }
  }
  const dataOf = (protocol: string) => digital.requests.find((one) => one.protocol === protocol)?.data
  return {
    id: created.session_id,
    encryptionInfo: String(dataOf(isoMdoc)?.encryptionInfo),
    origin: service.baseUrl,
    jwkOf: (protocol) => {
      const { client_metadata: metadata } = dataOf(protocol) as { client_metadata: { jwks: { keys: JsonObject[] } } }
      return metadata.jwks.keys[0] ?? {}
    },
  }
}

const elements = { family_name: 'Fabbri', birth_date: new DateOnly('1990-04-12') }
const deviceResponse = ({ encryptionInfo, origin }: Session, changes: MdocChanges = {}): Uint8Array =>
  makeDeviceResponseBytes(parties, {
    now,
    elements,
    transcript: annexCTranscriptOf(encryptionInfo, origin),
    ...changes,
  })

interface Answered {
  readonly status: number
  readonly body: JsonObject
}
async function post({ id, origin }: Session, data: unknown, protocol = isoMdoc): Promise<Answered> {
  const answer = await client({
    method: 'POST',
    path: `/openid4vp/sessions/${id}/dc-api/result`,
    headers: [
      ['Content-Type', 'application/json'],
      ['Origin', origin],
      ['Sec-Fetch-Site', 'same-origin'],
    ],
    body: JSON.stringify({ outcome: 'answer', protocol, data, page: { origin, elapsed_ms: 5000, allows: {} } }),
  })
  return { status: answer.status, body: answer.object() as JsonObject }
}
const answer = async (
  session: Session,
  { sealed, mdoc, members = {} }: { sealed?: AnnexCChanges; mdoc?: MdocChanges; members?: JsonObject } = {},
  plaintext = deviceResponse(session, mdoc),
): Promise<Answered> => post(session, { response: await sealAnnexC(plaintext, session, sealed), ...members })

const view = async ({ id }: Session) =>
  (await client({ path: `/openid4vp/sessions/${id}` })).json() as PresentationSessionView
const withStatus = async (session: Session, ...statuses: string[]) =>
  (await view(session)).checks.conformance.filter(({ status }) => statuses.includes(status)).map(({ id }) => id)
const findingOf = async (session: Session, id: string) => {
  const found = (await view(session)).checks.conformance.filter((entry) => entry.id === id)
  return found.find(({ status }) => status === 'fail') ?? found[0]
}

describe('an answer in the form of ISO/IEC 18013-7', () => {
  it('is accepted where everything is right', async () => {
    const session = await start()
    expect(await answer(session)).toEqual({ status: 200, body: {} })
    const { status, checks } = await view(session)
    const { conformance } = checks
    expect(conformance.filter((one) => one.status === 'fail').map(({ id }) => id)).toEqual([])
    expect(status).toBe('presentation_validated')
    expect(checks).toMatchObject({
      presentation_valid: true,
      vp_token_format_valid: true,
      response_encrypted: true,
      signature_valid: true,
      dcql_query_matched: true,
    })
    const passed = conformance.filter((one) => one.status === 'pass').map(({ id }) => id)
    expect(passed).toEqual(
      expect.arrayContaining([
        ...['response_text', 'structure', 'enc_point', 'decrypts', 'plaintext', 'only_response'].map(
          (rule) => `vp.annexc.${rule}`,
        ),
        ...['vp.mdoc.device_signature', 'vp.mdoc.transcript_variant', 'vp.mdoc.issuer_trusted', 'vp.mdoc.digests'],
        ...['vp.dcql.claims_present', 'vp.min.only_requested_mdoc'],
      ]),
    )
  })

  it('leaves out what judges other forms', async () => {
    const session = await start()
    await answer(session)
    const judged = await withStatus(session, 'pass', 'warn', 'fail')
    const idle = /^vp\.(token|jwe|txn|sdjwt|kb|request|reqpost|redirect|idt)\./
    // Also asked: whether every query was answered.
    expect(judged.filter((id) => idle.test(id))).toEqual(['vp.token.all_credentials'])
    for (const id of ['vp.response.encrypted', 'vp.response.plain', 'vp.mdoc.one_document', 'vp.token.present'])
      expect(await findingOf(session, id), id).toMatchObject({ status: 'not_applicable' })
  })

  it('shows its documents without a value, and keeps none', async () => {
    const session = await start()
    await answer(session)
    const { exchanges } = await view(session)
    const text = JSON.stringify(exchanges)
    const [delivered] = exchanges
    expect(delivered?.response.body).toMatchObject({
      digital: { requests: [{ data: { encryptionInfo: session.encryptionInfo, deviceRequest: expect.any(String) } }] },
    })
    expect(text).toContain(pid)
    expect(text).toContain('family_name')
    for (const secret of ['Fabbri', '1990-04-12', Buffer.from('Fabbri').toString('base64url')])
      expect(text).not.toContain(secret)
    const posted = exchanges.find(({ method }) => method === 'POST')
    expect(posted?.body).toMatchObject({
      data: { response: { redacted: true, decrypted: expect.anything() } },
    })
  })

  it.each<[string, string, AnnexCChanges]>([
    ['padding', 'vp.annexc.response_text', { finish: (bytes) => bytes }],
    ['another name', 'vp.annexc.structure', { name: 'DCAPI' }],
    ['bytes at its end', 'vp.annexc.structure', { finish: (bytes) => Uint8Array.of(...bytes, 0) }],
    [
      'a compressed key',
      'vp.annexc.enc_point',
      { enc: (enc) => Uint8Array.of(2 + ((enc[64] ?? 0) & 1), ...enc.subarray(1, 33)) },
    ],
    ['an empty info', 'vp.annexc.decrypts', { info: new Uint8Array() }],
  ])('with %s is refused by that check alone, and can be sent again', async (what, id, sealed) => {
    const session = await start()
    const plaintext = deviceResponse(session)
    const response = await sealAnnexC(plaintext, session, sealed)
    const padded = what === 'padding' ? response.padEnd(Math.ceil((response.length + 1) / 4) * 4, '=') : response
    expect(await post(session, { response: padded })).toMatchObject({
      status: 400,
      body: { error: 'invalid_encrypted_response', error_uri: `${service.baseUrl}/checks/${id}` },
    })
    expect(await withStatus(session, 'fail')).toEqual([id])
    expect(await answer(session)).toMatchObject({ status: 200 })
  })

  const causes: readonly [string, (session: Session) => AnnexCChanges, string][] = [
    ['an empty info', () => ({ info: new Uint8Array() }), 'with an empty info'],
    [
      'a slash at the origin',
      ({ encryptionInfo, origin }) => ({ info: annexCTranscriptOf(encryptionInfo, `${origin}/`) }),
      'for the origin with a slash',
    ],
    [
      'the transcript as aad',
      ({ encryptionInfo, origin }) => ({ aad: annexCTranscriptOf(encryptionInfo, origin) }),
      'with the SessionTranscript as aad',
    ],
    [
      'the key of another entry',
      ({ jwkOf }) => ({ to: jwkOf('openid4vp-v1-unsigned') }),
      'to the key of another entry',
    ],
  ]
  it.each(causes)('says that it was encrypted with %s', async (_what, changes, cause) => {
    const session = await start({ dc_api_protocols: [isoMdoc, 'openid4vp-v1-unsigned'] })
    await answer(session, { sealed: changes(session) })
    expect((await findingOf(session, 'vp.annexc.decrypts'))?.cause).toContain(cause)
    const { events } = await view(session)
    expect(events.map(({ type }) => type)).toContain('vp_response_decryption_failed')
  })

  it('is refused where its plaintext is the text of a DeviceResponse, which is read nevertheless', async () => {
    const session = await start()
    const text = Buffer.from(Buffer.from(deviceResponse(session)).toString('base64url'))
    expect(await answer(session, {}, text)).toMatchObject({
      status: 400,
      body: { error_uri: `${service.baseUrl}/checks/vp.annexc.plaintext` },
    })
    expect(await withStatus(session, 'fail')).toEqual(['vp.annexc.plaintext'])
    expect(await withStatus(session, 'pass')).toContain('vp.mdoc.device_signature')
  })

  it.each([{ vp_token: {} }, { error: 'access_denied' }])(
    'is accepted beside another member, which is red: %o',
    async (members) => {
      const session = await start()
      expect(await answer(session, { members })).toMatchObject({ status: 200 })
      expect(await withStatus(session, 'fail')).toEqual(['vp.annexc.only_response'])
    },
  )

  it('is accepted with a further member beside enc and cipherText, and told so', async () => {
    const session = await start()
    const items = (made: unknown[]) => (made[1] as Map<string, unknown>).set('kid', 'x')
    expect(await answer(session, { sealed: { items } })).toMatchObject({ status: 200 })
    expect(await withStatus(session, 'warn')).toContain('vp.annexc.structure')
  })

  it('is refused without response, or where that is no text', async () => {
    for (const data of [{}, { response: 7 }, { response: '' }, { vp_token: {} }]) {
      const session = await start()
      expect(await post(session, data)).toMatchObject({
        status: 400,
        body: { error_uri: `${service.baseUrl}/checks/vp.annexc.response_text` },
      })
    }
  })

  it('is refused where the device signed another transcript, and says which', async () => {
    const session = await start()
    const { encryptionInfo, origin } = session
    const mdoc = { transcript: annexCTranscriptOf(`${encryptionInfo}=`, origin) }
    expect(await answer(session, { mdoc })).toMatchObject({ status: 400, body: { error: 'invalid_presentation' } })
    expect(await withStatus(session, 'fail')).toContain('vp.mdoc.device_signature')
  })

  const hash = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())
  const handover = (info: Uint8Array): unknown[] => ['dcapi', hash(info)]
  const around = (inner: unknown): Uint8Array => cborEncode([null, null, inner])
  const forms: readonly [name: string, reason: string, make: (info: string, origin: string) => Uint8Array][] = [
    [
      'its data under tag 24',
      'annex_c_info_under_tag_24',
      (info, origin) => around(handover(cborEncode(DataItem.fromBuffer(cborEncode([info, origin]))))),
    ],
    [
      'encryptionInfo as the bytes of its text',
      'annex_c_info_as_bytes',
      (info, origin) => around(handover(cborEncode([new Uint8Array(Buffer.from(info)), origin]))),
    ],
    [
      'encryptionInfo as the bytes in its text',
      'annex_c_info_as_bytes',
      (info, origin) => around(handover(cborEncode([new Uint8Array(Buffer.from(info, 'base64url')), origin]))),
    ],
    ['the handover alone', 'handover_alone', (info, origin) => cborEncode(handover(cborEncode([info, origin])))],
  ]
  it.each(forms)('P8: is refused where the device signed %s, and named', async (_name, reason, make) => {
    const session = await start()
    const mdoc = { transcript: make(session.encryptionInfo, session.origin) }
    expect(await answer(session, { mdoc })).toMatchObject({ status: 400, body: { error: 'invalid_presentation' } })
    expect((await view(session)).cause).toMatchObject({
      reason: `vp.mdoc.device_signature#${reason}`,
      fix: expect.not.stringMatching(/client_id|response_uri/),
    })
  })

  it('takes a MAC of the device with the key of encryptionInfo', async () => {
    const session = await start()
    const { publicJwk } = readEncryptionInfo(session.encryptionInfo)
    const mac = createPublicKey({ key: { ...publicJwk } as never, format: 'jwk' })
    expect(await answer(session, { mdoc: { mac } })).toMatchObject({ status: 200 })
    expect(await withStatus(session, 'pass', 'warn')).toContain('vp.mdoc.device_mac')
  })

  it('shows more than was asked for, or less, as other answers do', async () => {
    const more = await start()
    await answer(more, { mdoc: { elements: { ...elements, given_name: 'Chiara' } } })
    expect(await withStatus(more, 'fail')).toEqual(['vp.min.only_requested_mdoc'])
    const less = await start()
    await answer(less, { mdoc: { elements: { family_name: 'Fabbri' } } })
    expect(await withStatus(less, 'fail')).toContain('vp.dcql.claims_present')
  })

  it('has the documents of all queries in one response, each judged by its own', async () => {
    const session = await start({ dcql_query: { credentials: [query('first'), query('second')] } })
    const twice = (documents: unknown[]) => documents.push(documents[0])
    expect(await answer(session, { mdoc: { documents: twice } })).toMatchObject({ status: 200 })
    const { conformance } = (await view(session)).checks
    const subjects = conformance.filter(({ id }) => id === 'vp.mdoc.device_signature').map(({ subject }) => subject)
    expect(subjects).toEqual([
      { query_id: 'first', index: 0 },
      { query_id: 'second', index: 0 },
    ])
  })

  it('is refused with one document for several queries: each is required', async () => {
    const ids = ['first', 'second', 'third', 'fourth']
    const session = await start({ dcql_query: { credentials: ids.map((id) => query(id)) } })
    const answered = await answer(session)
    expect(answered).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_presentation',
        error_description: 'A document request is unanswered: all of them are required.',
        error_uri: `${service.baseUrl}/checks/vp.token.all_credentials`,
      },
    })
    expect(await withStatus(session, 'fail')).toEqual(['vp.token.all_credentials', 'vp.token.no_partial'])
    expect(await findingOf(session, 'vp.token.all_credentials')).toMatchObject({ actual: ids.slice(1) })
    expect((await view(session)).checks).toMatchObject({ presentation_valid: false, dcql_query_matched: false })
  })

  it('is refused where it holds no document', async () => {
    const session = await start()
    const none = (documents: unknown[]) => documents.splice(0)
    expect(await answer(session, { mdoc: { documents: none } })).toMatchObject({ status: 400 })
    expect(await withStatus(session, 'fail')).toContain('vp.mdoc.documents')
  })

  it('ends the session once', async () => {
    const session = await start()
    const response = await sealAnnexC(deviceResponse(session), session)
    expect(await post(session, { response })).toMatchObject({ status: 200 })
    expect(await post(session, { response })).toMatchObject({
      status: 400,
      body: { error: 'response_already_received' },
    })
  })

  it('is told apart from an answer to another entry of the same call', async () => {
    const session = await start({ dc_api_protocols: [signed, isoMdoc] })
    expect(await answer(session)).toMatchObject({ status: 200 })
    const { events } = await view(session)
    const received = events.find(({ type }) => type === 'vp_presentation_response_received')
    expect(received?.detail).toMatchObject({ protocol: isoMdoc, carrier: 'browser', encrypted: true })
  })
})
