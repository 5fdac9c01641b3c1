import { deflateRawSync } from 'node:zlib'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet, type HandWallet, preAuthorizedGrant } from '@/lib/testing/hand-wallet'
import type { HttpClient, HttpRequest } from '@/lib/testing/http-client'
import type { TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { base64url, type CostlyRequest, form, issuer, jwt, listOf, opaque } from './costly-requests'

const rsaKey = (bits: number, exponentBits = 24) => ({
  kty: 'RSA',
  n: base64url(Buffer.alloc(bits / 8, 0xff).toString('latin1')).slice(0, Math.ceil(bits / 6)),
  e: opaque(Math.ceil(exponentBits / 6)),
})
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })
const nestedText = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/**
 * Tokens with unusual contents: keys of thousands of bits, certificate chains, counts that the sender chooses,
 * compression bombs.
 */
export function oddTokens(
  service: Pick<TestService, 'baseUrl' | 'now'>,
  http: HttpClient,
  { credential, certificate }: { readonly credential: HeldCredential; readonly certificate: string },
): CostlyRequest[] {
  const wallet = (name: string, make: (wallet: HandWallet) => HttpRequest | Promise<HttpRequest>): CostlyRequest => ({
    name,
    make: async () => make(await createHandWallet(service as TestService, {}, http)),
  })
  const proof = (name: string, proofs: (wallet: HandWallet) => readonly string[], kind = 'jwt') =>
    wallet(`proofs: ${name}`, async (one) => {
      const token = await one.obtainToken()
      return {
        method: 'POST',
        path: one.path('credential'),
        headers: [
          ['Content-Type', 'application/json'],
          ['Authorization', `DPoP ${token}`],
          ['DPoP', one.dpop('credential', token)],
        ],
        body: JSON.stringify({ proofs: { [kind]: proofs(one) } }),
      }
    })
  const proofJwt = (header: object, payload: object = {}, signature = opaque(86)) =>
    jwt({ typ: 'openid4vci-proof+jwt', ...header }, { iat: Math.floor(Date.now() / 1000), ...payload }, signature)
  const token = (name: string, headers: readonly (readonly [string, string])[]) =>
    wallet(`token: ${name}`, (one) =>
      form(
        one.path('token'),
        [
          ['grant_type', preAuthorizedGrant],
          ['pre-authorized_code', one.code],
        ],
        headers,
      ),
    )
  const encrypted = (name: string, response: (kid: string) => string): CostlyRequest => ({
    name: `response, JWE: ${name}`,
    make: async () => {
      const made = await createHandPresenter(service, credential, { response_mode: 'direct_post.jwt' }, http)
      const metadata = made.request.client_metadata as { jwks?: { keys?: { kid?: string }[] } } | undefined
      return form(made.responsePath, [['response', response(String(metadata?.jwks?.keys?.[0]?.kid))]])
    },
  })
  const plain = (name: string, compact: string): CostlyRequest => ({
    name: `response: ${name}`,
    make: async () => {
      const made = await createHandPresenter(service, credential, { response_mode: 'direct_post' }, http)
      return form(made.responsePath, [
        ['state', String(made.request.state)],
        ['vp_token', JSON.stringify({ pid: [compact] })],
      ])
    },
  })
  const jwe = (header: object, ...parts: readonly string[]) => [base64url(header), ...parts].join('.')
  const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024)).toString('base64url')
  const attestation = (keys: readonly unknown[], header: object = {}) =>
    jwt({ typ: 'key-attestation+jwt', ...header }, { attested_keys: keys, iat: 1, exp: 4e9 }, opaque(86))
  return [
    ...[4096, 16_384, 262_144].flatMap((bits) =>
      ['RS256', 'PS256'].map((alg) =>
        proof(`RSA of ${bits} bits, ${alg}`, () => [
          proofJwt({ alg, jwk: rsaKey(bits, bits === 4096 ? 30 : bits) }, {}, opaque(Math.ceil(bits / 6))),
        ]),
      ),
    ),
    proof('4 times RSA of 4096 bits', () =>
      listOf(4, () => proofJwt({ alg: 'RS256', jwk: rsaKey(4096, 30) }, {}, opaque(683))),
    ),
    proof('x5c of 250 certificates', () => [proofJwt({ x5c: listOf(250, () => certificate) })]),
    proof('x5c of 60 certificates × 4', () => listOf(4, () => proofJwt({ x5c: listOf(60, () => certificate) }))),
    proof('a header nested 10,000 deep', () => [`${base64url(nestedText(10_000))}.e30.AAAA`]),
    proof('a payload of 10,000 names', () => [
      proofJwt({}, Object.fromEntries(listOf(10_000, (index) => [`n${index}`, nested(3)]))),
    ]),
    proof('did:jwk of 100 kB', () => [proofJwt({ kid: `did:jwk:${base64url({ kty: 'EC', x: opaque(100_000) })}#0` })]),
    proof('did:key of 200 kB', () => [proofJwt({ kid: `did:key:z${opaque(200_000).replaceAll('0', '1')}` })]),
    proof(
      'attestation of 2,000 keys',
      () => [attestation(listOf(2000, () => ({ kty: 'EC', crv: 'P-256' })))],
      'attestation',
    ),
    proof(
      'attestation of 1,000 EC keys of the wallet',
      (one) => [attestation(listOf(1000, () => one.holderKeys[0]?.publicJwk))],
      'attestation',
    ),
    proof('attestation of 100 RSA keys', () => [attestation(listOf(100, () => rsaKey(8192, 8192)))], 'attestation'),
    proof(
      'attestation with 150 certificates',
      () => [attestation([], { x5c: listOf(150, () => certificate) })],
      'attestation',
    ),
    proof('40 attestations', (one) => listOf(40, () => one.keyAttestation('n')), 'attestation'),
    proof('5,000 proofs of unknown kind', () => listOf(5000, (index) => `${index}`), 'di_vp'),
    token('DPoP with RSA of 16384 bits', [
      ['DPoP', jwt({ alg: 'RS256', typ: 'dpop+jwt', jwk: rsaKey(16_384, 16_384) }, {}, opaque(2731))],
    ]),
    token('DPoP nested 4,000 deep', [['DPoP', `${base64url(nestedText(4000))}.e30.AAAA`]]),
    token(
      '400 DPoP headers',
      listOf(400, (index) => ['DPoP', `a.b.${index}`] as const),
    ),
    token('client attestation of 25 kB', [
      ['OAuth-Client-Attestation', jwt({ x5c: listOf(20, () => certificate) }, { cnf: { jwk: rsaKey(4096) } })],
      ['OAuth-Client-Attestation-PoP', jwt({}, { a: opaque(2000) })],
    ]),
    token('Authorization of 28 kB', [['Authorization', `DPoP ${opaque(28_000)}`]]),
    token('Cookie of 28 kB', [['Cookie', 'a=b; '.repeat(5600)]]),
    token('Forwarded of 28 kB', [['X-Forwarded-For', '1.2.3.4, '.repeat(3000)]]),
    token('Accept of 28 kB', [['Accept', 'a/b;q=0.1, '.repeat(2500)]]),
    encrypted('p2c of a thousand million', (kid) =>
      jwe(
        { alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', kid, p2s: 'AAAA', p2c: 1e9 },
        opaque(54),
        opaque(16),
        'AAAA',
        opaque(22),
      ),
    ),
    encrypted('zip of 64 MiB of zeros', (kid) =>
      jwe({ alg: 'ECDH-ES', enc: 'A256GCM', kid, zip: 'DEF' }, '', opaque(16), bomb, opaque(22)),
    ),
    encrypted('RSA-OAEP of 1 MB', (kid) =>
      jwe({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid }, opaque(1_000_000), opaque(16), 'AAAA', opaque(22)),
    ),
    encrypted('epk of another curve and 500 kB', (kid) =>
      jwe(
        { alg: 'ECDH-ES', enc: 'A256GCM', kid, epk: { kty: 'EC', crv: 'P-521', x: opaque(500_000) } },
        '',
        opaque(16),
        'AAAA',
        opaque(22),
      ),
    ),
    encrypted('400,000 parts', (kid) =>
      [base64url({ alg: 'ECDH-ES', kid }), 'a'.repeat(400_000).split('').join('.')].join('.'),
    ),
    encrypted('nested 9,000 deep', () => `${base64url(nestedText(9000))}....`),
    plain(
      'an x5c of 1,000 real certificates',
      `${jwt({ typ: 'dc+sd-jwt', x5c: listOf(1000, () => certificate) }, { vct: 'a' })}~`,
    ),
    plain('a JWT nested 100,000 deep', `${base64url(nestedText(100_000))}.${base64url(nestedText(100_000))}.AAAA~`),
    plain(
      'an RSA key of 1 MB in cnf',
      `${jwt({ typ: 'dc+sd-jwt' }, { vct: 'a', cnf: { jwk: rsaKey(4_000_000, 4000) } })}~${jwt({ typ: 'kb+jwt', alg: 'RS256' }, {}, opaque(500_000))}`,
    ),
    plain(
      '9,000 members of cnf.jwk',
      `${jwt({ typ: 'dc+sd-jwt' }, { vct: 'a', cnf: { jwk: Object.fromEntries(listOf(9000, (index) => [`k${index}`, '1'])) } })}~`,
    ),
    plain('an iss of 1 MB', `${jwt({ typ: 'dc+sd-jwt' }, { vct: 'a', iss: `https://${opaque(1_000_000)}` })}~`),
    plain(
      'a status of 9,000 members',
      `${jwt({ typ: 'dc+sd-jwt' }, { vct: 'a', status: Object.fromEntries(listOf(9000, (index) => [`k${index}`, nested(2)])) })}~`,
    ),
    plain(
      '1,000 Disclosures in each other',
      `${jwt({ typ: 'dc+sd-jwt' }, { vct: 'a', _sd: [opaque(43)] })}~${listOf(20_000, (index) => base64url([`s${index}`, `n${index}`, { _sd: [opaque(43)] }])).join('~')}~`,
    ),
    ...[60_000].flatMap((bytes) => [
      {
        name: 'PAR: a request object nested 10,000 deep',
        make: () =>
          form(`${issuer}/par`, [
            ['client_id', 'c'],
            ['request', `${base64url(nestedText(5000))}.e30.AA`],
          ]),
      },
      {
        name: 'PAR: scope of 60 kB',
        make: () =>
          form(`${issuer}/par`, [
            ['client_id', 'c'],
            ['scope', 'a '.repeat(bytes / 2 - 100)],
          ]),
      },
      {
        name: 'PAR: redirect_uri of 60 kB',
        make: () =>
          form(`${issuer}/par`, [
            ['client_id', 'c'],
            ['redirect_uri', `https://${'a.'.repeat(bytes / 2 - 100)}a`],
          ]),
      },
      {
        name: 'PAR: 3,000 authorization_details',
        make: () =>
          form(`${issuer}/par`, [
            ['client_id', 'c'],
            ['authorization_details', JSON.stringify(listOf(1500, () => ({ type: 'openid_credential' })))],
          ]),
      },
    ]),
  ]
}
