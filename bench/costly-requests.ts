import { bodyBytesMax } from '@/lib/core/shared/http/limits'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet, type HandWallet, preAuthorizedGrant } from '@/lib/testing/hand-wallet'
import type { Fields, HttpClient, HttpRequest } from '@/lib/testing/http-client'
import type { TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** An expensive request. It is rebuilt each time, because an identical one would be refused as a repetition. */
export interface CostlyRequest {
  readonly name: string
  readonly make: (round: number) => HttpRequest | Promise<HttpRequest>
  /** How many credentials its answer holds, where it issues any. */
  readonly credentials?: number
}

export const issuer = '/issuers/eu-pid-device-bound'
const formType: Fields = [['Content-Type', 'application/x-www-form-urlencoded']]
const jsonType: Fields = [['Content-Type', 'application/json']]
export const base64url = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
/** Text of this length that looks like a secret: upper and lower case letters and digits. */
export const opaque = (length: number, seed = ''): string =>
  `${seed}aB3xY9kQ7`.repeat(Math.ceil(length / 9)).slice(0, length)
export const listOf = <Value>(count: number, item: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => item(index))
export const jwt = (header: object, payload: unknown, signature = 'AAAA'): string =>
  `${base64url({ alg: 'ES256', ...header })}.${base64url(payload)}.${signature}`

export const form = (
  path: string,
  members: readonly (readonly [string, string])[],
  headers: Fields = [],
): HttpRequest => ({
  method: 'POST',
  path,
  headers: [...formType, ...headers],
  body: new URLSearchParams(members.map(([name, value]) => [name, value])).toString(),
})
export const json = (path: string, body: string, headers: Fields = []): HttpRequest => ({
  method: 'POST',
  path,
  headers: [...jsonType, ...headers],
  body,
})

/** JSON of about this many bytes, in the most expensive shapes. */
export const shapes = (bytes: number): Record<string, string> => ({
  'no JSON': `vp${opaque(bytes - 2)}`,
  'broken JSON': `{"a":"${opaque(bytes - 8)}`,
  dots: 'a.'.repeat(bytes / 2),
  'percent signs': '%25'.repeat(bytes / 3),
  tildes: `${opaque(20)}.${opaque(20)}.${opaque(20)}~${'a~'.repeat(bytes / 2 - 32)}`,
  '9,000 strings': JSON.stringify(listOf(9000, (index) => opaque(bytes / 9000 - 3, `${index}x`))),
  '9,000 names': JSON.stringify(
    Object.fromEntries(
      listOf(4500, (index) => [opaque(bytes / 9000 - 4, `${index}n`), opaque(bytes / 9000 - 4, `${index}v`)]),
    ),
  ),
  'one long string': JSON.stringify({ a: opaque(bytes - 10) }),
  'one long name': JSON.stringify({ [opaque(bytes - 10)]: 1 }),
  'JSON in JSON': JSON.stringify({
    a: JSON.stringify({ b: JSON.stringify(listOf(3000, (index) => opaque(bytes / 3000 - 12, `${index}`))) }),
  }),
  escapes: `"${'\\u0041'.repeat(bytes / 6 - 1)}"`,
  'a token of one part': `"${jwt({}, 'x'.repeat((bytes * 3) / 4 - 200))}"`,
})

/** Leaves room for the other parameters of a form. */
export const whole = bodyBytesMax.presentationResponse - 2000

/** The same values, cut to fit into a form after percent-encoding. */
const fitting = (bytes: number): Record<string, string> => {
  const [long, short] = [shapes(bytes), shapes(bytes / 3.2)]
  const escaped = (text: string) => new URLSearchParams({ text }).toString().length
  return Object.fromEntries(
    Object.entries(long).map(([name, text]) => [name, escaped(text) > bytes ? (short[name] ?? '') : text]),
  )
}

/** Sessions with many exchanges and whatever else makes them expensive to read. */
export interface LargeSessions {
  readonly issuance: string
  readonly presentation: string
}

const numberOf = (path: string, round: number): string => `${path}${path.includes('?') ? '&' : '?'}round=${round}`

/**
 * Creates one session of each kind with more exchanges than are stored completely, each of maximum size, and fills the
 * ledger.
 */
export async function makeLargeSessions(
  service: Pick<TestService, 'baseUrl' | 'now'>,
  http: HttpClient,
  { whole = 260, further = 300 }: { readonly whole?: number; readonly further?: number } = {},
): Promise<LargeSessions> {
  const wallet = await createHandWallet(service as TestService)
  const inTurn = async (count: number, request: (index: number) => HttpRequest) => {
    for (let start = 0; start < count; start += 8)
      await Promise.all(listOf(Math.min(8, count - start), (index) => http(request(start + index))))
  }
  const token = (index: number, members: readonly (readonly [string, string])[]) =>
    form(wallet.path('token'), [
      ['grant_type', preAuthorizedGrant],
      ['pre-authorized_code', wallet.code],
      ['n', String(index)],
      ...members,
    ])
  await inTurn(whole, (index) =>
    token(
      index,
      listOf(240, (member) => [`visible_${member}`, `word ${'of a text '.repeat(90)}`]),
    ),
  )
  await inTurn(further, (index) => token(index, []))
  // Fetches without a session, by the same client.
  await inTurn(further, (index) => ({
    path: numberOf(`/.well-known/openid-credential-issuer${issuer}`, index),
    headers: listOf(28, (header) => [`X-Field-${header}`, 'of a text '.repeat(100)] as const),
  }))
  const created = (await http({ method: 'POST', path: '/openid4vp/sessions' })).object()
  const request = new URL(String(created.request_uri)).pathname
  await inTurn(whole, (index) =>
    form(request, [
      ['wallet_nonce', `n${index}`],
      [
        'wallet_metadata',
        JSON.stringify({
          vp_formats_supported: Object.fromEntries(
            listOf(2000, (one) => [`format_${one}`, { alg_values: ['ES256', 'a word'] }]),
          ),
        }),
      ],
    ]),
  )
  await inTurn(further, (index) => ({ path: numberOf(request, index) }))
  return { issuance: wallet.created.session_id, presentation: String(created.session_id) }
}

/** The requests that read these sessions. */
export function reads({ issuance, presentation }: LargeSessions, pages: boolean): CostlyRequest[] {
  const read = (path: string, headers: Fields = []): CostlyRequest => ({
    name: `GET ${path.replace(issuance, '{large}').replace(presentation, '{large}')}${headers.length > 0 ? ' (RSC)' : ''}`,
    make: () => ({ path, headers }),
  })
  const rsc: Fields = [['RSC', '1']]
  const of = (base: string) => [
    read(base),
    read(`${base}/events`),
    ...['json', 'junit', 'md', 'html'].map((format) => read(`${base}/report?format=${format}`)),
  ]
  const html: Fields = [['Accept', 'text/html']]
  return [
    ...of(`/sessions/${issuance}`),
    read(`/sessions/${issuance}/jwks`),
    ...of(`/openid4vp/sessions/${presentation}`),
    read('/oid4vci/requests'),
    ...(pages
      ? [
          ...[
            `/inspect/issuance/${issuance}`,
            `/inspect/presentation/${presentation}`,
            '/ledger',
            '/',
            '/checks',
            '/docs/api',
          ].flatMap((path) => [
            { ...read(path), make: () => ({ path, headers: html }) },
            // These headers need the parameter: without it, Next only redirects.
            { ...read(path, rsc), make: () => ({ path: `${path}?_rsc`, headers: rsc }) },
          ]),
          read(`/inspect/issuance/${issuance}/revision`),
          read('/ledger/rows'),
        ]
      : []),
  ]
}

/** The requests of a wallet, at maximum size. */
export async function sends(service: Pick<TestService, 'baseUrl' | 'now'>, http: HttpClient): Promise<CostlyRequest[]> {
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  const credential = credentials[0] as HeldCredential
  const presenter = (body = {}) =>
    createHandPresenter(service, credential, { response_mode: 'direct_post', ...body }, http)
  const answers = (
    name: string,
    members: (round: number, state: string, good: string) => readonly (readonly [string, string])[],
  ) => ({
    name: `response: ${name}`,
    make: async (round: number) => {
      const made = await presenter()
      return form(made.responsePath, members(round, String(made.request.state), made.present()))
    },
  })
  const encrypted = (
    name: string,
    change: (draft: { header: Record<string, unknown>; plaintext: unknown }) => void,
  ) => ({
    name: `response, encrypted: ${name}`,
    make: async () => {
      const made = await presenter({ response_mode: 'direct_post.jwt' })
      return form(made.responsePath, [['response', made.encrypt(made.payload(), change as never)]])
    },
  })
  const issuance = (name: string, make: (wallet: HandWallet, round: number) => HttpRequest | Promise<HttpRequest>) => ({
    name,
    make: async (round: number) => make(await createHandWallet(service as TestService), round),
  })
  const withToken = (name: string, body: (wallet: HandWallet) => string, type = jsonType) =>
    issuance(`credential: ${name}`, async (wallet) => {
      const token = await wallet.obtainToken()
      return {
        method: 'POST',
        path: wallet.path('credential'),
        headers: [...type, ['Authorization', `DPoP ${token}`], ['DPoP', wallet.dpop('credential', token)]],
        body: body(wallet),
      }
    })
  const query = (members: readonly (readonly [string, string])[]) =>
    new URLSearchParams(members.map(([a, b]) => [a, b])).toString()
  const mb = 700_000
  return [
    ...Object.entries(fitting(whole)).map(([name, text]) =>
      answers(`vp_token, ${name}`, (_, state) => [
        ['state', state],
        ['vp_token', text],
      ]),
    ),
    ...Object.entries(fitting(whole - 1000)).map(([name, text]) =>
      answers(`a presentation, ${name}`, (_, state) => [
        ['state', state],
        ['vp_token', `{"pid":[${JSON.stringify(text.slice(0, whole / 2))}]}`],
      ]),
    ),
    answers('raw body without a form', (_, state) => [[opaque(whole), state]]),
    answers('250 parameters', (_, state) => [
      ['state', state],
      ...listOf(250, (index) => [`p${index}`, opaque(whole / 250 - 10, `${index}`)] as const),
    ]),
    answers('2,000 query ids', (_, state, good) => [
      ['state', state],
      ['vp_token', JSON.stringify(Object.fromEntries(listOf(2000, (index) => [`id${index}`, [good.slice(0, 40)]])))],
    ]),
    answers('5,000 presentations', (_, state, good) => [
      ['state', state],
      ['vp_token', JSON.stringify({ pid: listOf(5000, () => good).slice(0, Math.floor(whole / 1.1 / good.length)) })],
    ]),
    answers('5,000 short presentations', (_, state) => [
      ['state', state],
      [
        'vp_token',
        JSON.stringify({ pid: listOf(5000, (index) => `${jwt({ typ: 'dc+sd-jwt' }, { vct: 'a', n: index })}~`) }),
      ],
    ]),
    answers('presentations with 4,000 Disclosures', (_, state) => [
      ['state', state],
      [
        'vp_token',
        JSON.stringify({
          pid: [
            `${jwt({ typ: 'dc+sd-jwt' }, { vct: 'a', _sd: listOf(4000, () => opaque(43)) })}~${listOf(4000, (index) => base64url(['salt', `name${index}`, index])).join('~')}~`,
          ],
        }),
      ],
    ]),
    answers('2,800 secrets', (_, state) => [
      ['state', state],
      [
        'vp_token',
        JSON.stringify({
          pid: listOf(2850, (index) => ({ access_token: opaque(60, `${index}s`), text: opaque(500, `${index}t`) })),
        }),
      ],
    ]),
    answers('a long JWT header', (_, state) => [
      ['state', state],
      ['vp_token', JSON.stringify({ pid: [`${jwt({ kid: opaque(whole * 0.7), typ: 'dc+sd-jwt' }, {})}~`] })],
    ]),
    answers('an x5c of 2,000', (_, state) => [
      ['state', state],
      [
        'vp_token',
        JSON.stringify({ pid: [`${jwt({ x5c: listOf(2000, () => opaque(900)), typ: 'dc+sd-jwt' }, {})}~`] }),
      ],
    ]),
    answers('an mdoc of zeros', (_, state) => [
      ['state', state],
      ['vp_token', JSON.stringify({ mdoc: [base64url('\0'.repeat(mb))] })],
    ]),
    answers('an mdoc of arrays', (_, state) => [
      ['state', state],
      ['vp_token', JSON.stringify({ mdoc: [base64url('\x81'.repeat(mb))] })],
    ]),
    answers('an error as long as may be', (_, state) => [
      ['state', state],
      ['error', 'access_denied'],
      ['error_description', opaque(whole - 100)],
    ]),
    answers('as many fields as fit', (_, state) => [
      ['state', state],
      ...listOf(whole / 8, () => ['a', '%31'] as const),
    ]),
    answers('arrays beside each other, as many as fit', (_, state) => [
      ['state', state],
      ['vp_token', `[${listOf(whole / 10, () => '[]').join(',')}]`],
    ]),
    answers('9,000 towers of arrays', (_, state) => [
      ['state', state],
      ['vp_token', `{"pid":[${listOf(900, () => '['.repeat(10) + ']'.repeat(10)).join(',')}]}`],
    ]),
    encrypted('arrays as deep as may be', (draft) =>
      Object.assign(draft, {
        plaintext: `{"vp_token":{"pid":[${listOf(150, () => '['.repeat(60) + ']'.repeat(60)).join(',')}]}}`,
      }),
    ),
    encrypted('arrays beside each other, as many as fit', (draft) =>
      Object.assign(draft, { plaintext: `{"vp_token":[${listOf(whole / 5, () => '[]').join(',')}]}` }),
    ),
    encrypted('claims of 9,000 members', (draft) =>
      Object.assign(draft, {
        plaintext: JSON.stringify({
          vp_token: {
            pid: [
              `${jwt({ typ: 'dc+sd-jwt', alg: 'ES256' }, Object.fromEntries(listOf(9000, (index) => [`claim_${index}`, opaque(80)])))}~`,
            ],
          },
        }),
      }),
    ),
    encrypted('a long apu', ({ header }) => Object.assign(header, { apu: opaque(whole * 0.7) })),
    encrypted('a long kid', ({ header }) => Object.assign(header, { kid: opaque(whole * 0.7) })),
    encrypted('a long plaintext', (draft) =>
      Object.assign(draft, { plaintext: JSON.stringify({ vp_token: opaque(whole * 0.7) }) }),
    ),
    encrypted('plaintext of 9,000 strings', (draft) =>
      Object.assign(draft, {
        plaintext: JSON.stringify({
          vp_token: { pid: listOf(9000, (index) => opaque(whole / 14_000, `${index}q`)) },
        }),
      }),
    ),
    encrypted('plaintext that is not JSON', (draft) => Object.assign(draft, { plaintext: opaque(whole * 0.7) })),
    {
      name: 'response by state',
      make: () =>
        form('/openid4vp/response', [
          ['state', opaque(40)],
          ['vp_token', opaque(whole)],
        ]),
    },
    ...Object.entries(shapes(180_000)).map(([name, text]) => ({
      name: `request_uri POST: wallet_metadata, ${name}`,
      make: async () =>
        form((await presenter()).requestPath, [
          ['wallet_metadata', text],
          ['wallet_nonce', 'n'],
        ]),
    })),
    {
      name: 'PAR: 256 parameters',
      make: (round: number) =>
        form(`${issuer}/par`, [
          ['client_id', `c${round}`],
          ...listOf(255, (index) => [`p${index}`, opaque(230, `${index}`)] as const),
        ]),
    },
    ...Object.entries(shapes(45_000)).map(([name, text]) => ({
      name: `PAR: authorization_details, ${name}`,
      make: (round: number) =>
        form(`${issuer}/par`, [
          ['client_id', `c${round}`],
          ['authorization_details', text],
          ['request', text.slice(0, 10_000)],
        ]),
    })),
    ...Object.entries(shapes(180_000)).flatMap(([name, text]) => [
      issuance(`token: client_assertion, ${name}`, (wallet) =>
        form(wallet.path('token'), [
          ['grant_type', preAuthorizedGrant],
          ['pre-authorized_code', wallet.code],
          ['client_assertion', text],
        ]),
      ),
      withToken(name, () => text),
      withToken(`proofs, ${name}`, () => JSON.stringify({ credential_configuration_id: 'x', proofs: { jwt: [text] } })),
    ]),
    withToken('9,000 proofs', () =>
      JSON.stringify({ credential_configuration_id: 'x', proofs: { jwt: listOf(9000, (index) => `a.b.${index}`) } }),
    ),
    withToken('60 proofs that read', (wallet) =>
      JSON.stringify({ proofs: { jwt: listOf(60, (index) => wallet.proof(`n${index}`, null)) } }),
    ),
    withToken('an attestation of 1,000 keys', (wallet) =>
      JSON.stringify({
        proofs: {
          jwt: [
            jwt(
              {
                typ: 'openid4vci-proof+jwt',
                key_attestation: jwt(
                  { typ: 'key-attestation+jwt' },
                  {
                    attested_keys: listOf(
                      1000,
                      () => wallet.holderKeys[0] && { kty: 'EC', crv: 'P-256', x: opaque(43), y: opaque(43) },
                    ),
                  },
                ),
              },
              {},
            ),
          ],
        },
      }),
    ),
    ...['nonce', 'notification', 'challenge'].map((endpoint) => ({
      name: `${endpoint}: 256 KB`,
      make: () => json(`${issuer}/${endpoint}`, shapes(250_000)['9,000 strings'] ?? ''),
    })),
    {
      name: 'authorize: 14 KB of query',
      make: () => ({
        path: `${issuer}/authorize?${query(listOf(255, (index) => [`p${index}`, opaque(45, `${index}`)] as const))}`,
      }),
    },
    {
      name: 'headers of 30 KB',
      make: () => ({
        method: 'POST',
        path: `${issuer}/nonce`,
        headers: listOf(600, (index) => [`X-${index}`, opaque(36, `${index}`)] as const),
      }),
    },
    {
      name: 'DPoP of 30 KB',
      make: () => ({
        method: 'POST',
        path: `${issuer}/nonce`,
        headers: [['DPoP', jwt({ jwk: { kty: 'EC', crv: 'P-256', x: opaque(20_000) } }, {})]],
      }),
    },
    ...Object.entries(shapes(60_000)).map(([name, text]) => ({
      name: `POST /sessions: ${name}`,
      make: () => json('/sessions', text),
    })),
    ...Object.entries(shapes(1_000_000)).flatMap(([name, text]) => [
      {
        name: `POST /openid4vp/sessions: dcql_query, ${name}`,
        make: () =>
          json('/openid4vp/sessions', text.startsWith('{') || text.startsWith('[') ? `{"dcql_query":${text}}` : text),
      },
    ]),
    {
      name: 'POST /openid4vp/sessions: 1,000 credential queries',
      make: () =>
        json(
          '/openid4vp/sessions',
          JSON.stringify({
            dcql_query: {
              credentials: listOf(1000, (index) => ({
                id: `c${index}`,
                format: 'dc+sd-jwt',
                meta: { vct_values: ['a'] },
                claims: [{ path: ['a'] }],
              })),
            },
          }),
        ),
    },
    {
      name: 'POST /openid4vp/sessions: 1,000 credential sets',
      make: () =>
        json(
          '/openid4vp/sessions',
          JSON.stringify({
            dcql_query: {
              credentials: [{ id: 'a', format: 'dc+sd-jwt', meta: { vct_values: ['a'] } }],
              credential_sets: listOf(1000, () => ({ options: listOf(5, () => ['a']) })),
            },
          }),
        ),
    },
    ...Object.entries(shapes(250_000)).map(([name, text]) => ({
      name: `POST /sessions/find: ${name}`,
      make: () => json('/sessions/find', JSON.stringify({ deeplink: `openid4vp://?request=${text}` })),
    })),
    { name: 'an unknown path with 256 KB', make: () => json('/token', shapes(250_000)['9,000 strings'] ?? '') },
    { name: 'public records', make: () => ({ path: '/api/collections/pipelines/records?perPage=500' }) },
    { name: 'scoreboard rows', make: () => ({ path: '/api/scoreboard/rows?perPage=500' }) },
  ]
}
