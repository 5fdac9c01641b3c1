import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { sessionId } from '@/lib/core/shared/ports/ids'
import { covers } from '@/lib/testing/covers'
import { createHandCodeWallet, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandPresenter, type HandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet, type HandWallet, type JwtChange } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpClient, type JsonRecord, sentFrom } from '@/lib/testing/http-client'
import { all, claim, header, rewritten } from '@/lib/testing/jwt-changes'
import { startService, type TestService } from '@/lib/testing/service'
import { undoEncodings } from '@/lib/testing/undo-encodings'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { encryptJwe } from '@/lib/wallet/jose/jwe'
import type { JsonObject } from '@/lib/wallet/json'
import { secretsOf } from '@/lib/wallet/secrets/wallet-secrets'
import { fixedShare } from '@/scripts/thorough.mjs'

/**
 * Values that the service made, in every place where a wallet can write and in every encoding: evidence shows none of
 * them, neither directly nor after decoding.
 */
let service: TestService
let http: HttpClient
/** The clock of the service stands still, because some values live a minute. */
const begun = Date.now()
const holdClock = (): void => service.advance((begun - service.now()) / 1000)
/** Values that the service made and still accepts, by kind. */
const live = new Map<string, string>()
let held: HeldCredential
beforeAll(async () => {
  service = await startService({
    env: { LEDGER_SIZE: '100', LOG_LEVEL: 'error', LOG_FORMAT: 'pretty', TRUST_PROXY: '127.0.0.1' },
  })
  http = createHttpClient(service.baseUrl)
  await makeValues()
}, 60_000)
afterAll(async () => {
  http.close()
  await service.close()
})

const memberOf = (text: unknown, name: string): string => new URL(String(text)).searchParams.get(name) ?? ''

/** Makes values of finished and running flows, in other sessions than those that carry them into the matrix. */
async function makeValues(): Promise<void> {
  const wallet = await createHandWallet(service)
  live.set('pre-authorized code', wallet.code)
  const withToken = await createHandWallet(service)
  live.set('access token', await withToken.obtainToken())
  live.set('c_nonce', await withToken.freshNonce())
  const nonce = await http({ method: 'POST', path: wallet.path('nonce') })
  live.set('DPoP nonce', nonce.header('dpop-nonce') ?? '')
  const code = await createHandCodeWallet(service)
  live.set('issuer_state', code.issuerState)
  live.set('request_uri', (await code.pushed()).replace(/.*:/, ''))
  live.set('authorization code', await (await createHandCodeWallet(service)).obtainCode())
  const chained = await createHandCodeWallet(service)
  const onward = await chained.open(chained.authorizeUrl(await chained.pushed()))
  live.set('state of the chained request', memberOf(onward.header('location'), 'state'))
  const back = await chained.open(onward.header('location') ?? '')
  live.set('code of the chained server', memberOf(back.header('location'), 'code'))
  const presentation = await post('/openid4vp/sessions', { response_mode: 'direct_post', return_redirect_uri: true })
  const request = presentation.authorization_request as JsonRecord
  live.set('nonce of a presentation', String(request.nonce))
  live.set('state of a presentation', String(request.state))
  const refused = await http({
    method: 'POST',
    path: new URL(String(request.response_uri)).pathname,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams({ error: 'access_denied', state: String(request.state) }).toString(),
  })
  live.set('response_code', memberOf(refused.object().redirect_uri, 'response_code'))
  const laboratory = { deferred: { interval: 1 }, refresh: {}, credential_identifiers: 'always' }
  const deferred = await post('/sessions', {
    flow: 'pre_authorized_code',
    issuer_configuration_id: 'eu-pid-jwt-proof-only',
    laboratory,
  })
  const run = await runAtIssuer({ deeplink: String(deferred.deeplink) })
  expect(run.reason).toBeNull()
  const got = [...secretsOf(run, '')]
  for (const [name, member] of [
    ['refresh token', 'got refresh_token'],
    ['credential_identifier', 'got credential_identifiers'],
    ['transaction_id', 'got transaction_id'],
    ['notification_id', 'got notification_id'],
  ] as const)
    live.set(name, got.find(([what]) => what.endsWith(member))?.[1] ?? '')
  const [credential] = run.credentials
  held = credential as HeldCredential
  const [signed = '', ...disclosures] = held.raw.split('~')
  const disclosure = disclosures.find((one) => one.length > 60) ?? ''
  live.set('signed part of a credential', signed)
  live.set('disclosure', disclosure)
  live.set('salt', JSON.parse(Buffer.from(disclosure, 'base64url').toString())[0])
  const mdoc = await post('/sessions', {
    flow: 'pre_authorized_code',
    issuer_configuration_id: 'eu-pid-jwt-proof-only',
    credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof',
  })
  const ofMdoc = await runAtIssuer({ deeplink: String(mdoc.deeplink) })
  live.set('end of an mdoc', (ofMdoc.credentials[0]?.raw ?? '').slice(-300))
  expect([...live].filter(([, value]) => value.length < 22)).toEqual([])
  expect(live.size).toBe(20)
}

async function post(path: string, body: JsonRecord): Promise<JsonRecord> {
  const answer = await http({
    method: 'POST',
    path,
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  })
  expect(answer.status, answer.body).toBeLessThan(300)
  return answer.object()
}

const halves = (value: string, between: string): string =>
  value.slice(0, Math.floor(value.length / 2)) + between + value.slice(Math.floor(value.length / 2))
const everyCharacter = (value: string, write: (code: string) => string): string =>
  [...value].map((one) => write(one.charCodeAt(0).toString(16).padStart(2, '0'))).join('')

/** Encodings for places that can hold any text. */
const written: Readonly<Record<string, (value: string) => string>> = {
  'as it is': (value) => value,
  'inside a word': (value) => `x${value}y`,
  'percent-encoded': (value) => everyCharacter(value, (hex) => `%${hex}`),
  'percent-encoded twice': (value) => everyCharacter(value, (hex) => `%25${hex}`),
  'with \\u escapes': (value) => everyCharacter(value, (hex) => `\\u00${hex}`),
  'in base64url': (value) => Buffer.from(value).toString('base64url'),
  'in JSON in base64': (value) => Buffer.from(JSON.stringify({ a: [value] })).toString('base64'),
  'in base64url twice': (value) => Buffer.from(Buffer.from(` ${value}`).toString('base64url')).toString('base64url'),
  'in hexadecimal digits': (value) => Buffer.from(value).toString('hex'),
  'across a line feed': (value) => halves(value, '\n'),
  'across a carriage return': (value) => halves(value, '\r'),
  'across a folded line': (value) => halves(value, '\r\n\t '),
  'across an escaped line break': (value) => halves(value, '\\r\\n'),
}
/** Encodings for header fields. */
const ofHeaders = Object.keys(written).filter((name) => !/across a [lcf]/.test(name))

interface Evidence {
  /** Stored bytes. */
  readonly stored: readonly string[]
  /** Readable texts, in every format. */
  readonly read: readonly string[]
}

/** Writes to one place of the matrix: sessions of a campaign, so that everything derived from campaigns is read too. */
interface Sender extends Omit<Writer, 'text'> {
  readonly campaign: string
  /** The paths of its sessions. */
  readonly sessions: readonly string[]
  readonly of: URLSearchParams
}

/** The campaign's presets, by who carries the values. */
const pid = 'eu-pid-device-bound.urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required'
const presets = {
  wallet: `issue.${pid}.pre_authorized_code`,
  code: `issue.${pid}.authorization_code`,
  presenter: 'sd_jwt_baseline',
} as const
let senders = 0

async function newSender(): Promise<Sender> {
  const tested = { name: 'Quillfern', version: String(++senders) }
  const known = (await http({ path: '/presets.json' })).object().presets as { id: string; body: JsonRecord }[]
  const campaign = String((await post('/campaigns', { wallet: tested, presets: Object.values(presets) })).campaign_id)
  const asked = (preset: string): JsonRecord => {
    const body = known.find(({ id }) => id === preset)?.body
    return { ...body, preset, campaign_id: campaign }
  }
  const wallet = await createHandWallet(service, asked(presets.wallet), http)
  const code = await createHandCodeWallet(service, asked(presets.code), { http })
  const presenter = await createHandPresenter(service, held, asked(presets.presenter) as JsonObject, http)
  await wallet.obtainToken()
  const sessions = [
    ...[wallet, code].map(({ created }) => `/sessions/${created.session_id}`),
    `/openid4vp/sessions/${presenter.created.session_id}`,
  ]
  const { cases } = (await http({ path: '/fcaf.json' })).object() as { cases: { id: string; class: string }[] }
  // A bundle contains what people name as evidence.
  await post('/coverage/results', {
    wallet: tested,
    case: cases.find((one) => one.class === 'manual')?.id,
    result: 'passed',
    evidence: sessions.map((root) => ({ session_id: root.replace(/.*\//, '') })),
  })
  return {
    wallet,
    code,
    presenter,
    campaign,
    sessions,
    of: new URLSearchParams({ wallet: tested.name, version: tested.version }),
  }
}

const inFormats = (path: string, formats: readonly string[]): string[] =>
  formats.map((format) => `${path}${path.includes('?') ? '&' : '?'}format=${format}`)

async function evidence({ sessions, campaign, of }: Sender): Promise<Evidence> {
  // Each reads from its own address, because archives are counted by address.
  const headers = sentFrom(`198.51.100.${senders}`)
  const [texts, stored]: [string[], string[]] = [[], []]
  const read = async (path: string, { into = texts, method = 'GET', or = 200 } = {}): Promise<void> => {
    const answer = await http({ method, path, headers })
    expect([200, or], path).toContain(answer.status)
    into.push(answer.body)
  }
  await read('/oid4vci/requests', { into: stored })
  for (const root of sessions) {
    const view = (await http({ path: root })).object()
    // The tester's tool shows what its own wallet is to use.
    const { deeplink: _, authorization_request: __, request_uri: ___, ...shown } = view
    texts.push(JSON.stringify(shown))
    await read(`${root}/events`)
    // Without a proof, the names in its header.
    if (!root.startsWith('/openid4vp')) await read(`${root}/jwks`, { or: 409 })
    for (const path of inFormats(`${root}/report`, ['html', 'har'])) await read(path)
    const id = sessionId(root.replace(/.*\//, ''))
    const { store } = service.container.ports
    stored.push(JSON.stringify([await store.exchanges(id), await store.events(id)]))
  }
  const [first = '', second = ''] = sessions.map((root) => root.replace(/.*\//, ''))
  const report = `/campaigns/${campaign}/report`
  // The archives contain all other formats of reports and of the statement.
  const paths = [
    `/campaigns/${campaign}`,
    `${report}?format=tar`,
    `/coverage/bundle?${of}`,
    ...inFormats(`/coverage?${of}`, ['json', 'csv']),
    `/comparison?before=${first}&after=${second}`,
  ]
  for (const path of paths) await read(path)
  for (const path of inFormats(report, ['json', 'junit', 'md'])) await read(path, { method: 'POST' })
  const inArchives = [
    'report.json',
    'report.xml',
    'report.md',
    'exchanges.har',
    'read-back.json',
    'ics.csv',
    'ics.html',
  ]
  for (const name of inArchives)
    expect(
      texts.some((text) => text.includes(`${name}\0`)),
      name,
    ).toBe(true)
  return { stored, read: texts }
}

/** The values that can be read to more than a few characters. */
function leaksIn({ stored, read }: Evidence): string[] {
  const readings = [...read, ...stored.flatMap(undoEncodings)]
  return [...live].flatMap(([name, value]) => {
    // The middle of a token may be its claims, which allow no attempt; its ends are different.
    const ends = [value.slice(-22), ...(value.startsWith('ey') ? [] : [value.slice(0, 22)])]
    // Public values end like others of their kind, and the middle of an mdoc is public too.
    const parts =
      name === 'disclosure' ? [value.slice(0, 40)] : name === 'end of an mdoc' ? [value.slice(-22)] : [value, ...ends]
    const found = readings.find((reading) => parts.some((part) => reading.includes(part)))
    if (found === undefined) return []
    const at = parts.map((part) => found.indexOf(part)).find((index) => index >= 0) ?? 0
    return [`${name}: …${found.slice(Math.max(0, at - 60), at + 60)}…`]
  })
}

interface Writer {
  /** All values in one text, encoded. */
  readonly text: string
  readonly wallet: HandWallet
  readonly code: HandCodeWallet
  readonly presenter: HandPresenter
}

const inToken =
  (change: (text: string) => JwtChange) =>
  ({ text, wallet }: Writer) =>
    wallet.requestToken({ dpop: change(text) })
const inProof =
  (change: (text: string) => JwtChange) =>
  ({ text, wallet }: Writer) =>
    wallet.requestCredential({ proof: change(text) })
const inRequest =
  (change: (request: JsonRecord, text: string) => void) =>
  ({ text, wallet }: Writer) =>
    wallet.requestCredential({ request: (request) => change(request, text) })
const asRaw =
  (body: (text: string) => string, type = 'application/json') =>
  ({ text, wallet }: Writer) =>
    wallet.requestCredential({
      nonce: null,
      body: body(text),
      headers: (fields) => {
        fields[1] = ['Content-Type', type]
      },
    })
const inForm =
  (name: string) =>
  ({ text, code }: Writer) =>
    code.push({ form: (form) => form.set(name, text) })
/** JSON text with every character escaped. */
const escaped = (text: string): string => everyCharacter(text, (hex) => `\\u${hex.padStart(4, '0')}`)

/** Places that hold any text. */
const places: Readonly<Record<string, (writer: Writer) => Promise<unknown>>> = {
  'jti of a DPoP proof': inToken((text) => claim('jti', text)),
  'htu of a DPoP proof': inToken((text) => claim('htu', `https://x.example/${text}`)),
  'htm of a DPoP proof': inToken((text) => claim('htm', text)),
  'nonce of a DPoP proof': inToken((text) => claim('nonce', text)),
  'a claim of a DPoP proof': inToken((text) => claim(text, text)),
  'kid of a DPoP proof': inToken((text) => header('kid', text)),
  'typ and alg of a DPoP proof': inToken((text) => all(header('typ', text), header('alg', text))),
  'jwk of a DPoP proof': inToken((text) => (draft) => {
    draft.header.jwk = { ...(draft.header.jwk as JsonRecord), kid: text, use: text, [text]: text, x5u: text }
  }),
  'crit of a DPoP proof': inToken((text) => header('crit', [text])),
  'iss of a proof': inProof((text) => claim('iss', text)),
  'aud of a proof': inProof((text) => claim('aud', [text, text])),
  'sub and jti of a proof': inProof((text) => all(claim('sub', text), claim('jti', text))),
  'kid of a proof': inProof((text) => all(header('kid', text), header('jwk', undefined))),
  'jwk of a proof': inProof((text) => (draft) => {
    draft.header.jwk = { ...(draft.header.jwk as JsonRecord), kid: text, alg: text, key_ops: [text] }
  }),
  'claims of a proof with \\u escapes': inProof((text) =>
    all(
      claim('iss', 'here'),
      rewritten('claims', (json) => json.replace('"here"', `"${escaped(text)}"`)),
    ),
  ),
  'a key attestation': ({ text, wallet }) =>
    wallet.requestCredential({
      keyAttestation: all(
        claim('iss', text),
        claim('attested_keys', [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: text }]),
      ),
    }),
  credential_configuration_id: inRequest((request, text) => {
    request.credential_configuration_id = text
  }),
  'an unknown member': inRequest((request, text) => {
    request.wallet_version = text
  }),
  'the name of a member': inRequest((request, text) => {
    request[text] = 'x'
  }),
  'the type of a proof': inRequest((request, text) => {
    request.proofs = { [text]: [text] }
  }),
  'JSON with \\u escapes': asRaw((text) => `{"credential_configuration_id":"${escaped(text)}"}`),
  'JSON behind 128 KiB': asRaw((text) =>
    JSON.stringify({ pad: 'x'.repeat(140_000), format: text, credential_configuration_id: text }),
  ),
  'broken JSON': asRaw((text) => `{"credential_configuration_id":${JSON.stringify(text)}`),
  'a text in place of JSON': asRaw((text) => text, 'text/plain'),
  'an encrypted request': async ({ text, wallet }) => {
    const path = `/.well-known/openid-credential-issuer${new URL(wallet.created.issuer_identifier).pathname}`
    const metadata = (await http({ path })).object() as {
      credential_request_encryption: { jwks: { keys: [{ kid: string; x: string; y: string }] } }
    }
    const [key] = metadata.credential_request_encryption.jwks.keys
    const plaintext = JSON.stringify({ credential_configuration_id: text, format: text, [text]: 1 })
    const draft = {
      header: { alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid },
      plaintext,
      recipient: { kty: 'EC', crv: 'P-256', x: key.x, y: key.y },
    }
    return asRaw(() => encryptJwe(draft, randomBytes), 'application/jwt')({ text, wallet } as Writer)
  },
  'event and event_description': ({ text, wallet }) =>
    http({
      method: 'POST',
      path: wallet.path('notification'),
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ notification_id: 'x', event: text, event_description: text }),
    }),
  client_id: inForm('client_id'),
  redirect_uri: ({ text, code }) =>
    code.push({ form: (form) => form.set('redirect_uri', `https://x.example/${text}?x=${text}#${text}`) }),
  scope: inForm('scope'),
  response_type: inForm('response_type'),
  code_challenge_method: inForm('code_challenge_method'),
  authorization_details: ({ text, code }) =>
    code.push({
      form: (form) => form.set('authorization_details', JSON.stringify([{ type: text, locations: [text] }])),
    }),
  'a parameter of its own': inForm('wallet_version'),
  'the name of a parameter': ({ text, code }) => code.push({ form: (form) => form.set(text, 'x') }),
  grant_type: ({ text, wallet }) => wallet.requestToken({ form: (form) => form.set('grant_type', text) }),
  'a wallet attestation': ({ text, code }) =>
    code.push({
      headers: (fields) =>
        void fields.push(
          ...code.attested(
            all(claim('iss', text), claim('sub', text), claim('wallet_name', text), header('kid', text)),
            all(claim('jti', text), claim('aud', text)),
          ),
        ),
    }),
  'the query of a fetch': ({ text }) =>
    http({
      path: `/issuers/eu-pid-device-bound/jwks.json?wallet_version=${encodeURIComponent(text)}&scope=${encodeURIComponent(text)}`,
    }),
  'a path': ({ text }) => http({ path: `/issuers/eu-pid-device-bound/jwks/${encodeURIComponent(text)}/x` }),
  'a path of an issuer': ({ text }) => http({ path: `/issuers/${encodeURIComponent(text)}/token`, method: 'POST' }),
  'error and error_description of a presentation': ({ text, presenter }) =>
    presenter.post([
      ['error', text],
      ['error_description', text],
      ['state', text],
    ]),
  'a key binding': ({ text, presenter }) =>
    presenter.answer(
      presenter.payload({
        keyBinding: (draft) => {
          Object.assign(draft.claims, { nonce: text, aud: text, sd_hash: text })
          draft.header.typ = text
        },
      }),
    ),
  'an encrypted presentation': ({ text, presenter }) =>
    presenter.post([['response', presenter.encrypt({ vp_token: { [text]: [text] }, state: text, [text]: text })]]),
  wallet_metadata: ({ text, presenter }) =>
    presenter.post(
      [['wallet_metadata', JSON.stringify({ [text]: text, client_id_prefixes_supported: [text] })]],
      presenter.requestPath,
    ),
}

/** Places that hold header field values. */
const fields: Readonly<Record<string, (writer: Writer) => Promise<unknown>>> = Object.fromEntries(
  ['User-Agent', 'Accept', 'Accept-Language', 'Referer', 'X-Request-Id', 'Origin', 'Content-Type', 'Via'].map(
    (name) => [
      name,
      ({ text, wallet }: Writer) =>
        http({
          method: 'POST',
          path: wallet.path('nonce'),
          headers: [[name, name === 'Referer' ? `https://x.example/${text}` : text]],
        }),
    ],
  ),
)

describe('a value that the service made, and that still works', () => {
  // Each place gets every value in every encoding: a sixth of the places is enough.
  const matrix = fixedShare(
    [
      ...Object.entries(places).map(([id, send]) => ({
        id,
        send,
        encodings: Object.keys(written),
        charactersMax: 3500,
      })),
      ...Object.entries(fields).map(([id, send]) => ({
        id,
        send,
        encodings: ofHeaders,
        charactersMax: 1500,
      })),
    ],
    6,
  )

  covers('D9')
  it.each(matrix)(
    'can be read from no evidence after it was in: $id',
    async ({ send, encodings, charactersMax }) => {
      holdClock()
      const sender = await newSender()
      for (const encoding of encodings) {
        holdClock()
        const write = written[encoding] as (value: string) => string
        for (const text of parted([...live.values()].map(write), charactersMax)) await send({ text, ...sender })
      }
      expect(leaksIn(await evidence(sender))).toEqual([])
    },
    60_000,
  )
})

describe('the log', () => {
  it('holds no such value, however a request that failed wrote it', async () => {
    const printed: string[] = []
    const { stdout } = process
    const { write } = stdout
    const { store } = service.container.ports
    const commit = vi.spyOn(store, 'commit').mockRejectedValue(new StoreUnavailable('down'))
    stdout.write = ((line: string) => printed.push(line) > 0) as typeof write
    try {
      for (const name of ofHeaders)
        for (const text of parted([...live.values()].map(written[name] as (value: string) => string), 1500)) {
          const path = `/issuers/eu-pid-device-bound/jwks/${encodeURIComponent(text)}`
          expect((await http({ path })).status, name).toBe(503)
        }
    } finally {
      stdout.write = write
      commit.mockRestore()
    }
    expect(printed.length).toBeGreaterThan(ofHeaders.length)
    expect(printed.every((line) => line.includes('request failed'))).toBe(true)
    expect(leaksIn({ stored: printed, read: [] })).toEqual([])
  })
})

/** Groups texts so that no request is too long to be read or shown. */
function parted(texts: readonly string[], charactersMax: number): string[] {
  const groups: string[] = []
  for (const text of texts) {
    const last = groups.at(-1)
    if (last !== undefined && last.length + text.length < charactersMax) groups[groups.length - 1] = `${last}|${text}`
    else groups.push(text)
  }
  return groups
}
