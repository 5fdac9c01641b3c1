import { cborEncode } from '@owf/mdoc'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { digest } from '@/lib/adapters/crypto/ports'
import { epochMillis } from '@/lib/core/shared/time/time'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { type BrowserEntry, type BrowserPresenter, createBrowserPresenter } from '@/lib/testing/browser-presenter'
import {
  type MdocParties,
  makeDeviceResponse,
  mdocParties,
  pidNamespace,
  transcriptOf,
} from '@/lib/testing/presented/make-device-response'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { redOf } from '@/lib/testing/verifier-sessions'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { isObject, type JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** What a browser returns, as the session's page posts it. OpenID4VP 1.0 appendix A.4 */

const service = serviceForTests()
let credential: HeldCredential
let parties: MdocParties
beforeAll(async () => {
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
  parties = await mdocParties(epochMillis(Date.now()))
})
afterEach(() => void vi.restoreAllMocks())

/** Holds requests until this many have read the session's events, so that all decide on the same ones. */
function readTogether(count: number): void {
  const { store } = service.container.ports
  const assume = store.assuming
  let arrived = 0
  let open = () => {}
  const all = new Promise<void>((resolve) => {
    open = resolve
  })
  vi.spyOn(store, 'assuming').mockImplementation(() => {
    const reads = assume()
    return {
      ...reads,
      events: async (sessionId) => {
        const found = await reads.events(sessionId)
        arrived += 1
        if (arrived === count) open()
        await all
        return found
      },
    }
  })
}

const unsigned = 'openid4vp-v1-unsigned'
const signed = 'openid4vp-v1-signed'
const multisigned = 'openid4vp-v1-multisigned'
const plain = { response_mode: 'direct_post' }

const start = (body: JsonObject = {}) => createBrowserPresenter(service, credential, body)
/** Red findings without those about the issuer, which has no https here. */
const wrongOf = (view: PresentationSessionView) => redOf(view).filter((id) => id !== 'vp.sdjwt.iss')

function entryAt({ entries }: BrowserPresenter, place = 0): BrowserEntry {
  const entry = entries[place]
  if (entry === undefined) throw new Error('The request has no such entry.')
  return entry
}

/** Presents an SD-JWT VC for the first entry, with the test's change, such as another audience or nonce. */
async function present(presenter: BrowserPresenter, change?: Parameters<BrowserPresenter['token']>[1]) {
  const entry = entryAt(presenter)
  const answer = await presenter.answer(entry.protocol, presenter.data(entry, presenter.token(entry, change)))
  return { answer, view: await presenter.view() }
}

const causeOf = ({ cause }: PresentationSessionView): string => JSON.stringify(cause)

describe('an answer through a browser', () => {
  it.each<[string, JsonObject]>([
    ['signed, encrypted', {}],
    ['signed, in the clear', plain],
    ['unsigned, encrypted', { dc_api_protocols: [unsigned] }],
    ['unsigned, in the clear', { dc_api_protocols: [unsigned], ...plain }],
    ['multi-signed, encrypted', { dc_api_protocols: [multisigned] }],
    ['signed under HAIP', { profile: 'haip' }],
  ])('is accepted, and nothing of it is wrong: %s', async (_name, body) => {
    const presenter = await start(body)
    const { answer, view } = await present(presenter)
    expect([answer.status, answer.body]).toEqual([200, '{}'])
    expect(wrongOf(view)).toEqual([])
    expect(view.status).toBe('presentation_validated')
    expect(view.checks).toMatchObject({ presentation_valid: true, nonce_verified: true, holder_binding_verified: true })
    const { protocol } = entryAt(presenter)
    expect(view.events.find(({ type }) => type === 'vp_presentation_response_received')?.detail).toMatchObject({
      protocol,
      carrier: 'browser',
      consumed: true,
    })
    expect(view.dc_api).toMatchObject({
      answered_protocol: protocol,
      calls: [{ outcome: 'answer', carrier: 'browser', elapsed_ms: 5000, user_agent: 'Test/1', error_name: null }],
    })
    expect(view.observed.carrier).toBe('browser')
    expect(view.exchanges.map(({ carrier }) => carrier)).toEqual(['browser', 'browser'])
    const support = { [signed]: 'signed', [unsigned]: 'unsigned', [multisigned]: 'multisigned' }[protocol]
    expect(statusOf(view, `vp.dcapi.${support}_supported`)).toBe('pass')
  })

  it('is judged by nothing that only a link has, with one reason', async () => {
    const { view } = await present(await start())
    const because = view.checks.conformance
      .filter(({ actual }) => isObject(actual) && actual.because === 'The answer came through the browser.')
      .map(({ id, status }) => [id, status])
    const groups = (area: string) => because.filter(([id]) => id?.startsWith(`vp.${area}.`)).length
    expect(new Set(because.map(([, status]) => status))).toEqual(new Set(['not_applicable']))
    expect([groups('request'), groups('reqpost'), groups('redirect'), groups('idt')]).toEqual([
      ...['request', 'reqpost', 'redirect', 'idt'].map(
        // What the tester asked for is the same whatever carries the answer.
        (area) =>
          view.checks.conformance.filter(({ id }) => id.startsWith(`vp.${area}.`) && id !== 'vp.request.answerable')
            .length,
      ),
    ])
    expect(because.map(([id]) => id)).toEqual(
      expect.arrayContaining([
        'vp.code.captured',
        'vp.error.state',
        'vp.negative.fetch_behaviour',
        ...['content_type', 'utf8', 'query_empty', 'params_unique', 'no_fingerprint', 'endpoint'].map(inResponse),
        ...['state_present', 'state_matches', 'http_method', 'no_redirect_follow'].map(inResponse),
      ]),
    )
    expect(statusOf(view, 'vp.response.received')).toBe('pass')
  })

  it('tells what carried it: a program that plays a browser is emulated', async () => {
    const presenter = await start()
    const entry = entryAt(presenter)
    const data = presenter.data(entry, presenter.token(entry))
    const page = { origin: presenter.origin, elapsed_ms: 2000, allows: {} }
    const answer = await presenter.post({ outcome: 'answer', protocol: entry.protocol, data, page }, [])
    expect(answer.status).toBe(200)
    const view = await presenter.view()
    expect(view.observed.carrier).toBe('emulated')
    expect(view.exchanges.map(({ carrier }) => carrier)).toEqual(['browser', 'emulated'])
  })

  it.each([
    ['browser', 'dc_api.jwt', {}],
    ['emulated', 'dc_api', plain],
  ] as const)(
    'is reported in each form with what carried it, its protocol and mode: %s, %s',
    async (carrier, mode, body) => {
      const presenter = await start(body)
      const entry = entryAt(presenter)
      const data = presenter.data(entry, presenter.token(entry))
      if (carrier === 'browser') await presenter.answer(entry.protocol, data)
      else {
        const page = { origin: presenter.origin, elapsed_ms: 2000, allows: {} }
        await presenter.post({ outcome: 'answer', protocol: entry.protocol, data, page }, [])
      }
      const { session_id, exchanges } = await presenter.view()
      const form = async (format: string) =>
        (await fetch(`${service.baseUrl}/openid4vp/sessions/${session_id}/report?format=${format}`)).text()
      const facts = [
        ['Response', `vp_token by ${mode}`],
        ['Carried by', carrier],
        ['Protocol', signed],
      ] as const
      const [html, markdown, junit, har] = await Promise.all(['html', 'md', 'junit', 'har'].map(form))
      const unescaped = markdown?.replaceAll('\\', '')
      for (const [name, value] of facts) {
        expect(html?.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')).toContain(`${name} ${value}`)
        expect(unescaped).toMatch(new RegExp(`${name}\\W+${value}`))
        expect(junit).toContain(`<property name="${name}" value="${value}"/>`)
      }
      const { log } = JSON.parse(har ?? '') as { log: { comment: string; entries: { comment: string }[] } }
      for (const [name, value] of facts) expect(log.comment).toContain(`${name}: ${value}.`)
      expect(log.entries.map(({ comment }) => /carried by (\w+)/.exec(comment)?.[1])).toEqual(
        exchanges.map((exchange) => exchange.carrier),
      )
      expect(log.entries.at(-1)?.comment).toContain(`carried by ${carrier}`)
    },
  )

  it('keeps no presented value, token or text that was posted', async () => {
    for (const body of [{}, plain]) {
      const presenter = await start(body)
      const entry = entryAt(presenter)
      const data = presenter.data(entry, presenter.token(entry))
      await presenter.answer(entry.protocol, data)
      const shown = JSON.stringify(await presenter.view())
      const texts = JSON.stringify(data).match(/[A-Za-z0-9_-]{20,}/g) ?? []
      expect(texts.length).toBeGreaterThan(2)
      const { nonce } = entry.parameters
      const leaked = texts.filter((text) => text !== nonce && shown.includes(text))
      // The JWE header names a key of ours.
      expect(leaked.filter((text) => !shown.includes(`"kid":"${text}"`))).toEqual([])
      expect(shown).not.toContain('Fabbri')
    }
  })
})

const inResponse = (name: string): string => `vp.response.${name}`
const statusOf = ({ checks }: PresentationSessionView, id: string): string =>
  checks.conformance.findLast((entry) => entry.id === id)?.status ?? 'none'

describe('a wrong audience is refused, and named', () => {
  const { host } = new URL('http://localhost:1')
  it.each<[string, (origin: string, entry: BrowserEntry, id: string) => string, string, string[]]>([
    ['web-origin, of draft 24', (origin) => `web-origin:${origin}`, 'web-origin, as in draft 24', []],
    ['the bare origin', (origin) => origin, 'without the prefix', []],
    ['a slash', (origin) => `origin:${origin}/`, 'ends in a slash', ['origin_exact']],
    ['another scheme', (origin) => `origin:${origin.replace('http:', 'https:')}`, 'another scheme', ['origin_exact']],
    ['another expected origin', () => 'origin:https://other.example', 'expected_origins', ['origin_exact']],
    ['the host', (origin) => new URL(origin).host, 'host alone', ['origin_exact']],
    ['the client id', (_, { parameters }) => String(parameters.client_id), 'is the client_id,', ['client_id_unused']],
    [
      'the client id without prefix',
      (_, { parameters }) => String(parameters.client_id).replace('x509_hash:', ''),
      'without its prefix',
      ['client_id_unused'],
    ],
    ['a client id of elsewhere', () => 'x509_hash:seen-elsewhere', 'is a Client Identifier', ['client_id_unused']],
    [
      'the unused response_uri',
      (origin, _, id) => `${origin}/openid4vp/sessions/${id}/response`,
      'is the response_uri',
      ['client_id_unused'],
    ],
    ['a foreign origin', () => 'origin:https://evil.example', 'is not the origin of the page', ['origin_exact']],
    ['a foreign bare origin', () => 'https://evil.example', 'is not the origin of the page', ['origin_exact']],
    ['upper case', (origin) => `origin:${origin.toUpperCase()}`, 'is not the origin', ['origin_exact']],
    ['another port', () => 'origin:http://localhost:80', 'is not the origin of the page', ['origin_exact']],
    ['a path', (origin, _, id) => `origin:${origin}/present/${id}`, 'is not the origin', ['origin_exact']],
  ])('%s', async (_name, audienceOf, words, others) => {
    expect(host).toBe('localhost:1')
    const presenter = await start({ dc_api_extra_origins: ['https://other.example'] })
    const aud = audienceOf(presenter.origin, entryAt(presenter), presenter.id)
    const { answer, view } = await present(presenter, ({ claims }) => Object.assign(claims, { aud }))
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_presentation'])
    expect(answer.object().error_uri).toContain('vp.kb.aud')
    expect(answer.object().error_description).toBe(
      'The aud of the Key Binding JWT is not origin: followed by the origin of the page.',
    )
    expect(wrongOf(view)).toEqual([...others.map((id) => `vp.dcapi.${id}`), 'vp.kb.aud'])
    expect(causeOf(view)).toContain(words)
  })
})

describe('an mdoc through a browser', () => {
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
  const asking = (body: JsonObject = {}) =>
    start({
      dcql_query: query,
      trust_anchors: [parties.rootBase64],
      dc_api_extra_origins: ['https://other.example'],
      ...body,
    })

  /** Facts of the request: origin, nonce, and the thumbprint of its key. */
  async function facts(presenter: BrowserPresenter, place = 0) {
    const view = await presenter.view()
    const entry = view.dc_api?.entries[place]
    const thumbprint = entry?.thumbprint == null ? null : new Uint8Array(Buffer.from(entry.thumbprint, 'base64url'))
    return { origin: presenter.origin, nonce: String(entry?.nonce), thumbprint }
  }
  const handover = (name: string, info: readonly unknown[]) =>
    cborEncode([null, null, [name, Uint8Array.from(digest('sha-256', cborEncode([...info])))]])
  const ofBrowser = (...info: readonly unknown[]) => handover('OpenID4VPDCAPIHandover', info)

  async function presentMdoc(presenter: BrowserPresenter, transcript: Uint8Array) {
    const entry = entryAt(presenter)
    const text = makeDeviceResponse(parties, { now: Date.now(), transcript })
    const data = presenter.data(entry, { vp_token: { pid: [text] } })
    const answer = await presenter.answer(entry.protocol, data)
    return { answer, view: await presenter.view() }
  }

  it.each([{}, plain, { dc_api_protocols: [unsigned] }])(
    'is accepted with the handover of its entry: %o',
    async (body) => {
      const presenter = await asking(body)
      const { origin, nonce, thumbprint } = await facts(presenter)
      expect(thumbprint === null).toBe('response_mode' in body)
      const { answer, view } = await presentMdoc(presenter, ofBrowser(origin, nonce, thumbprint))
      expect([answer.status, answer.body]).toEqual([200, '{}'])
      expect(wrongOf(view)).toEqual([])
      expect(statusOf(view, 'vp.dcapi.thumbprint')).toBe('pass')
      const [{ device_proof: proof } = {}] = view.observed.presentations
      expect(proof).toMatchObject({ origin, nonce, session_transcript: expect.stringMatching(/^83f6f6/) })
      expect(proof).not.toHaveProperty('client_id')
    },
  )

  type Facts = Awaited<ReturnType<typeof facts>>
  it.each<[string, (facts: Facts, presenter: BrowserPresenter) => Uint8Array, string, string[]]>([
    [
      'a slash',
      ({ origin, nonce, thumbprint }) => ofBrowser(`${origin}/`, nonce, thumbprint),
      'slash',
      ['origin_exact'],
    ],
    [
      'a prefix',
      ({ origin, nonce, thumbprint }) => ofBrowser(`origin:${origin}`, nonce, thumbprint),
      'origin with a prefix',
      ['origin_exact'],
    ],
    [
      'another expected origin',
      ({ nonce, thumbprint }) => ofBrowser('https://other.example', nonce, thumbprint),
      'expected_origins',
      ['origin_exact'],
    ],
    ['no thumbprint', ({ origin, nonce }) => ofBrowser(origin, nonce, null), 'without the thumbprint', ['thumbprint']],
    [
      'a thumbprint as text',
      ({ origin, nonce, thumbprint }) => ofBrowser(origin, nonce, Buffer.from(thumbprint ?? []).toString('base64url')),
      'as a text',
      ['thumbprint'],
    ],
    [
      'the handover of a link',
      ({ nonce, thumbprint, origin }, presenter) =>
        transcriptOf({
          clientId: String(entryAt(presenter).parameters.client_id),
          nonce,
          thumbprint,
          responseUri: `${origin}/openid4vp/sessions/${presenter.id}/response`,
        }),
      'request by link',
      ['client_id_unused'],
    ],
    [
      'the handover of a link with the origin for its response_uri (P8)',
      ({ nonce, thumbprint, origin }, presenter) =>
        transcriptOf({
          clientId: String(entryAt(presenter).parameters.client_id),
          nonce,
          thumbprint,
          responseUri: origin,
        }),
      'with the origin in place of response_uri',
      ['client_id_unused'],
    ],
    [
      'the handover of draft 24',
      ({ origin, nonce }, presenter) => ofBrowser(origin, String(entryAt(presenter).parameters.client_id), nonce),
      'draft 24',
      [],
    ],
  ])('is refused with %s, and the cause named', async (_name, transcript, words, others) => {
    const presenter = await asking()
    const { answer, view } = await presentMdoc(presenter, transcript(await facts(presenter), presenter))
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_presentation'])
    expect(wrongOf(view)).toEqual([...others.map((id) => `vp.dcapi.${id}`), 'vp.mdoc.device_signature'])
    expect(causeOf(view)).toContain(words)
  })

  it('leaves open what it was made for where no transcript that was tried fits', async () => {
    const presenter = await asking()
    const { nonce, thumbprint } = await facts(presenter)
    const { view } = await presentMdoc(presenter, ofBrowser('https://evil.example', nonce, thumbprint))
    expect(wrongOf(view)).toEqual(['vp.mdoc.device_signature'])
    const about = ['origin_exact', 'client_id_unused', 'thumbprint'].map((id) => statusOf(view, `vp.dcapi.${id}`))
    expect(about).toEqual(['not_observed', 'not_observed', 'not_observed'])
  })

  it('is refused with the handover of another entry', async () => {
    const presenter = await asking({ dc_api_protocols: [signed, unsigned] })
    const { origin, nonce, thumbprint } = await facts(presenter, 1)
    const { view } = await presentMdoc(presenter, ofBrowser(origin, nonce, thumbprint))
    expect(wrongOf(view)).toEqual(['vp.dcapi.protocol_consistent', 'vp.mdoc.device_signature'])
    expect(causeOf(view)).toContain('another entry')
  })
})

describe('an answer to one of several entries', () => {
  it.each([0, 1, 2])('is accepted with the nonce and the key of that entry: %i', async (place) => {
    const presenter = await start({ dc_api_protocols: [signed, unsigned, multisigned] })
    const entry = entryAt(presenter, place)
    const answer = await presenter.answer(entry.protocol, presenter.data(entry, presenter.token(entry)))
    expect([answer.status, answer.body]).toEqual([200, '{}'])
    const view = await presenter.view()
    expect(wrongOf(view)).toEqual([])
    expect(view.dc_api?.answered_protocol).toBe(entry.protocol)
  })

  it('is refused where it names another entry than it answers', async () => {
    const presenter = await start({ dc_api_protocols: [signed, unsigned] })
    const [named, answered] = [entryAt(presenter), entryAt(presenter, 1)]
    const answer = await presenter.answer(named.protocol, presenter.data(answered, presenter.token(answered)))
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_presentation'])
    const view = await presenter.view()
    expect(wrongOf(view)).toEqual(['vp.dcapi.protocol_consistent', 'vp.kb.nonce'])
    expect(view.checks.conformance.find(({ id }) => id === 'vp.dcapi.protocol_consistent')?.actual).toEqual([
      `key of ${unsigned}`,
      `nonce of ${unsigned}`,
    ])
  })
})

describe('an answer that is encrypted to the key of another session', () => {
  const keyOf = ({ parameters }: BrowserEntry) =>
    ((parameters.client_metadata as JsonObject).jwks as { keys: JsonObject[] }).keys[0] as JsonObject

  it.each([0, 1, 2])('is refused, and says which entry, and not whose: %i', async (place) => {
    const protocols = { dc_api_protocols: [signed, unsigned, multisigned] }
    const [other, presenter] = [await start(protocols), await start()]
    const entry = entryAt(presenter)
    const answer = await presenter.answer(entry.protocol, presenter.data(entryAt(other, place), presenter.token(entry)))
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_encrypted_response'])
    const { cause, checks } = await presenter.view()
    expect(JSON.stringify(cause)).toContain(`encrypted to the key of entry ${place} of another session`)
    expect(checks.conformance.find(({ id }) => id === 'vp.jwe.kid_matches')?.actual).toBe(
      `the key of entry ${place} of another session`,
    )
    expect(checks.conformance.find(({ id }) => id === 'vp.jwe.decrypts')?.actual).toMatchObject({
      kid: keyOf(entryAt(other, place)).kid,
    })
    expect(JSON.stringify([cause, checks])).not.toContain(other.id)
  })

  it('names the entry of its own session whose key it names and does not use', async () => {
    const presenter = await start({ dc_api_protocols: [signed, unsigned] })
    const [entry, named] = [entryAt(presenter), entryAt(presenter, 1)]
    const wrong = structuredClone(entry)
    keyOf(wrong).kid = String(keyOf(named).kid)
    await presenter.answer(entry.protocol, presenter.data(wrong, presenter.token(entry)))
    const { checks } = await presenter.view()
    expect(checks.conformance.find(({ id }) => id === 'vp.jwe.kid_matches')).toMatchObject({
      status: 'fail',
      actual: 'the key of entry 1',
    })
  })
})

describe('what the wallet hands the browser', () => {
  it('has to name a protocol that was asked for', async () => {
    const presenter = await start({ dc_api_protocols: [unsigned] })
    const entry = entryAt(presenter)
    const data = presenter.data(entry, presenter.token(entry))
    const answer = await presenter.answer(signed, data)
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_request'])
    expect(answer.object().error_uri).toContain('vp.dcapi.protocol_requested')
    expect(wrongOf(await presenter.view())).toEqual(['vp.dcapi.protocol_requested'])
    // Such a refusal leaves the session open.
    expect((await presenter.answer(unsigned, data)).status).toBe(200)
  })

  it.each(['openid4vp', 'preview'])('is told where its protocol is outdated: %s', async (protocol) => {
    const presenter = await start({ dc_api_protocols: [unsigned] })
    const entry = entryAt(presenter)
    const answer = await presenter.answer(protocol, presenter.data(entry, presenter.token(entry)))
    expect(answer.status).toBe(400)
    expect(causeOf(await presenter.view())).toContain(`${protocol}, a name from before OpenID4VP 1.0`)
  })

  it.each<[string, unknown, unknown]>([
    ['data as a text', signed, '{"response":"x"}'],
    ['data as a list', signed, ['x']],
    ['no data', signed, undefined],
    ['no protocol', undefined, { response: 'x' }],
    ['a protocol that is a number', 1, { response: 'x' }],
  ])('has to be a protocol and an object: %s', async (_name, protocol, data) => {
    const presenter = await start()
    const answer = await presenter.answer(protocol, data)
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_request'])
    expect(answer.object().error_uri).toContain('vp.dcapi.result_shape')
    expect(wrongOf(await presenter.view())).toContain('vp.dcapi.result_shape')
  })

  it('is alone red where data is a text', async () => {
    const presenter = await start()
    const entry = entryAt(presenter)
    await presenter.answer(signed, JSON.stringify(presenter.data(entry, presenter.token(entry))))
    const view = await presenter.view()
    expect(wrongOf(view)).toEqual(['vp.dcapi.result_shape'])
    expect(JSON.stringify(view.exchanges.at(-1)?.body)).not.toContain('eyJ')
  })

  it.each<[JsonObject, JsonObject, string, string]>([
    [{}, { vp_token: {} }, 'vp.response.encrypted', 'dc_api.jwt'],
    [plain, { response: 'x' }, 'vp.response.plain', 'dc_api'],
  ])('has to come in the mode of the request: %o', async (body, data, id, mode) => {
    const presenter = await start(body)
    const answer = await presenter.answer(signed, data)
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_response_mode'])
    expect(answer.object().error_description).toContain(`The request asks for ${mode}:`)
    expect(answer.object().error_uri).toContain(id)
    expect(causeOf(await presenter.view())).toContain(`although the request asks for ${mode}.`)
  })

  it('may have a state, which is only noted', async () => {
    const presenter = await start()
    const entry = entryAt(presenter)
    const data = presenter.data(entry, { ...presenter.token(entry), state: 'made-up' })
    expect((await presenter.answer(signed, data)).status).toBe(200)
    const view = await presenter.view()
    expect(wrongOf(view)).toEqual(['vp.response.state_absent'])
    expect(statusOf(view, 'vp.response.state_absent')).toBe('warn')
  })

  it('is accepted once: of two at once one is refused, and both are on record', async () => {
    const presenter = await start()
    const entry = entryAt(presenter)
    const data = presenter.data(entry, presenter.token(entry))
    readTogether(2)
    const answers = await Promise.all([1, 2].map(() => presenter.answer(signed, data)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const refused = answers.find(({ status }) => status === 400)?.object()
    expect(refused?.error).toBe('response_already_received')
    expect(refused?.error_uri).toContain('vp.response.single_use')
    const view = await presenter.view()
    expect(view.status).toBe('presentation_validated')
    expect(view.exchanges.filter(({ operation }) => operation === 'sendBrowserResult')).toHaveLength(2)
    expect(view.dc_api?.calls).toHaveLength(2)
  })

  it('is looked into five times of fifteen at once, each with its number', async () => {
    const presenter = await start()
    readTogether(15)
    const answers = await Promise.all(Array.from({ length: 15 }, () => presenter.answer(signed, { response: 'x' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(5).fill(400),
      ...Array<number>(10).fill(429),
    ])
    const { attempts, events } = await presenter.view()
    expect(attempts).toBe(5)
    const numbers = events.flatMap(({ detail }) => (typeof detail.attempt === 'number' ? [detail.attempt] : []))
    expect(numbers).toEqual([1, 2, 3, 4, 5])
  })

  it('is looked into five times, then refused with 429', async () => {
    const presenter = await start()
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) statuses.push((await presenter.answer(signed, { response: 'x' })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    const last = await presenter.answer(signed, { response: 'x' })
    expect(last.object().error).toBe('too_many_requests')
    expect((await presenter.view()).attempts).toBe(5)
    const { session_id: id } = await presenter.view()
    const request = await fetch(`${service.baseUrl}/openid4vp/sessions/${id}/dc-api`)
    expect(request.status).toBe(404)
    expect(((await request.json()) as JsonObject).error_description).toContain('create a new session')
    const state = await fetch(`${service.baseUrl}/present/${id}/state`)
    expect(await state.json()).toMatchObject({ ended: true })
  })
})

describe('an error of the wallet', () => {
  const sendError = async (body: JsonObject, data: JsonObject, elapsedMillis = 5000) => {
    const presenter = await start(body)
    const answer = await presenter.answer(signed, data, elapsedMillis)
    return { answer, view: await presenter.view() }
  }

  it('is the member error alone, in the clear too where answers are encrypted, and ends the session', async () => {
    const { answer, view } = await sendError({}, { error: 'access_denied' })
    expect([answer.status, answer.body]).toEqual([200, '{}'])
    expect(view.status).toBe('wallet_error')
    expect(wrongOf(view)).toEqual([])
    expect(view.events.find(({ type }) => type === 'vp_wallet_error_received')?.detail).toMatchObject({
      error: 'access_denied',
      protocol: signed,
      carrier: 'browser',
    })
  })

  it('with other members, or before a person could act, is red', async () => {
    const { view } = await sendError({}, { error: 'access_denied', error_description: 'No.' })
    expect(wrongOf(view)).toEqual(['vp.dcapi.error_single_member'])
    const early = await sendError({}, { error: 'access_denied' }, 0)
    expect(wrongOf(early.view)).toEqual(['vp.dcapi.error_before_consent'])
  })

  it('for a right request of a form that HAIP demands is red, and told where HAIP is not claimed', async () => {
    const { view } = await sendError({ profile: 'haip' }, { error: 'invalid_request' })
    expect(statusOf(view, 'vp.dcapi.signed_supported')).toBe('fail')
    const base = await sendError({}, { error: 'invalid_request' })
    expect(statusOf(base.view, 'vp.dcapi.signed_supported')).toBe('warn')
    const declined = await sendError({ profile: 'haip' }, { error: 'access_denied' })
    expect(statusOf(declined.view, 'vp.dcapi.signed_supported')).toBe('not_observed')
  })
})

describe('another outcome of the call', () => {
  const page = (presenter: BrowserPresenter, allows: JsonObject = {}) => ({
    origin: presenter.origin,
    elapsed_ms: 1200,
    allows,
  })
  const error = (name: string, message = 'Request failed.', code = 0) => ({ name, message, code })

  it('is put on record and leaves the session open', async () => {
    const presenter = await start()
    const send = (members: JsonObject) =>
      presenter.post({ ...members, page: page(presenter, { [signed]: true, other: true }) })
    for (const sent of [
      { outcome: 'started' },
      { outcome: 'error', error: error('NotAllowedError') },
      { outcome: 'started' },
      { outcome: 'error', error: error('AbortError', 'signal is aborted', 20) },
      { outcome: 'unsupported', reason: 'no_api' },
      { outcome: 'left' },
    ]) {
      const answer = await send(sent)
      expect([answer.status, answer.body]).toEqual([200, '{}'])
    }
    const view = await presenter.view()
    expect(view.status).toBe('request_retrieved')
    expect(view.events.map(({ type }) => type).filter((type) => type.startsWith('vp_dc_api'))).toEqual([
      'vp_dc_api_request_delivered',
      'vp_dc_api_started',
      'vp_dc_api_failed',
      'vp_dc_api_started',
      'vp_dc_api_failed',
      'vp_dc_api_unsupported',
      'vp_dc_api_left',
    ])
    expect(view.events.filter(({ type }) => type === 'vp_dc_api_failed').map(({ detail }) => detail)).toMatchObject([
      {
        name: 'NotAllowedError',
        message: 'Request failed.',
        code: 0,
        carrier: 'browser',
        page_origin: presenter.origin,
      },
      { name: 'AbortError', code: 20 },
    ])
    expect(view.events.find(({ type }) => type === 'vp_dc_api_started')?.detail).toMatchObject({
      allows: { [signed]: true },
      user_agent: 'Test/1',
    })
    expect(view.dc_api?.calls).toMatchObject([
      { outcome: 'error', error_name: 'NotAllowedError', elapsed_ms: 1200, allows: { [signed]: true } },
      { outcome: 'error', error_name: 'AbortError' },
      { outcome: 'unsupported', error_name: 'no_api' },
      { outcome: 'left' },
    ])
    const body = view.exchanges.find(({ body }) => isObject(body) && body.outcome === 'error')?.body
    expect(body).toEqual({
      outcome: 'error',
      error: { name: 'NotAllowedError', message: 'Request failed.', code: 0 },
      page: page(presenter, { [signed]: true }),
    })
    // None of it came from the wallet.
    expect(view.observed.wallet_response.value).toBeNull()
    expect((await present(presenter)).answer.status).toBe(200)
  })

  it('is stored twenty times of forty at once, and only the stored ones are acknowledged', async () => {
    const presenter = await start()
    readTogether(40)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => presenter.post({ outcome: 'started', page: page(presenter) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(20).fill(200),
      ...Array<number>(20).fill(429),
    ])
    expect((await presenter.view()).events.filter(({ type }) => type === 'vp_dc_api_started')).toHaveLength(20)
  })

  it('shows of the message of the browser nothing personal, and no more than 200 characters', async () => {
    const presenter = await start()
    const message = `anna@example.org has 1234567890 ${'x'.repeat(300)}`
    await presenter.post({ outcome: 'error', error: error('UnknownError', message), page: page(presenter) })
    const view = await presenter.view()
    const detail = view.events.find(({ type }) => type === 'vp_dc_api_failed')?.detail
    expect(String(detail?.message).length).toBeLessThanOrEqual(200)
    expect(JSON.stringify(view)).not.toMatch(/anna@example|1234567890/)
  })

  it('is stored twenty times, then refused with 429', async () => {
    const presenter = await start()
    const statuses: number[] = []
    for (let count = 0; count < 22; count++)
      statuses.push((await presenter.post({ outcome: 'started', page: page(presenter) })).status)
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429])
    expect((await presenter.view()).events.filter(({ type }) => type === 'vp_dc_api_started')).toHaveLength(20)
    // Responses have a bound of their own.
    expect((await present(presenter)).answer.status).toBe(200)
  })

  it.each<[string, unknown, string]>([
    ['no JSON', 'outcome=left', 'JSON object'],
    ['a list', [], 'JSON object'],
    ['no page', { outcome: 'left' }, 'Send page'],
    ['an unknown outcome', { outcome: 'done', page: {} }, 'outcome must be one of'],
    ['an error without one', { outcome: 'error', page: {} }, 'Send error'],
    ['an unknown reason', { outcome: 'unsupported', reason: 'x', page: {} }, 'reason must be one of'],
  ])('is refused with what to send instead: %s', async (_name, body, words) => {
    const presenter = await start()
    const answer = await presenter.post(body)
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_request'])
    expect(answer.object().error_description).toContain(words)
  })

  it('is not there without a session of this channel', async () => {
    const presenter = await start()
    const post = (id: string) =>
      createBrowserPost(presenter, `/openid4vp/sessions/${id}/dc-api/result`, { outcome: 'left', page: {} })
    expect((await post('5f2d5a8e-4d55-4b58-9d0c-6f3f5b2c7d10')).object().error).toBe('vp_session_not_found')
    const link = await presenter.http({
      method: 'POST',
      path: '/openid4vp/sessions',
      headers: [['Content-Type', 'application/json']],
      body: '{}',
    })
    const answer = await post(String(link.object().session_id))
    expect([answer.status, answer.object().error]).toEqual([404, 'vp_session_not_found'])
  })
})

const createBrowserPost = ({ http }: BrowserPresenter, path: string, body: JsonObject) =>
  http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })

describe('a wallet that comes to an address of a link', () => {
  it('is refused with a post, red, and may still answer', async () => {
    const presenter = await start(plain)
    const entry = entryAt(presenter)
    const form = new URLSearchParams({ vp_token: JSON.stringify(presenter.token(entry).vp_token) }).toString()
    for (const path of [`/openid4vp/sessions/${presenter.id}/response`, '/openid4vp/response']) {
      const body = path.endsWith('sessions/response') ? form : `${form}&state=${presenter.id}`
      const answer = await presenter.http({
        method: 'POST',
        path,
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        body,
      })
      expect([answer.status, answer.object().error]).toEqual([400, 'invalid_request'])
      expect(answer.object().error_uri).toContain('vp.dcapi.answered_in_browser')
    }
    const view = await presenter.view()
    expect(wrongOf(view)).toEqual(['vp.dcapi.answered_in_browser'])
    expect(view.events.find(({ type }) => type === 'vp_response_refused')?.detail).toMatchObject({
      reason: 'vp.dcapi.answered_in_browser',
      presented: true,
    })
    expect((await present(presenter)).answer.status).toBe(200)
    expect(view.checks.summary.verdict).not.toBe('pass')
  })

  it('is red with a fetch', async () => {
    const presenter = await start()
    expect((await presenter.http({ path: `/openid4vp/sessions/${presenter.id}/request` })).status).toBe(404)
    expect(wrongOf(await presenter.view())).toEqual(['vp.dcapi.answered_in_browser'])
  })
})

describe('a session by link', () => {
  it('lists no check of a browser', async () => {
    const presenter = await start()
    const link = await presenter.http({
      method: 'POST',
      path: '/openid4vp/sessions',
      headers: [['Content-Type', 'application/json']],
      body: '{}',
    })
    const read = await presenter.http({ path: `/openid4vp/sessions/${link.object().session_id}` })
    const view = read.json() as PresentationSessionView
    expect(view.checks.conformance.filter(({ id }) => id.startsWith('vp.dcapi.'))).toEqual([])
    expect(view).not.toHaveProperty('dc_api')
    expect(view.observed).not.toHaveProperty('carrier')
  })
})
