import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { issuerRedaction } from '../../../issuer/redaction/issuer-redaction'
import { anyString } from '../fixtures/any-string'
import { jws, publicJwk } from '../fixtures/exchanges'
import { redactText as redactTextBy, redactVisible } from './redact-text'

const token = jws({ typ: 'dpop+jwt', alg: 'ES256', jwk: publicJwk }, { jti: 'x', nonce: 'y' })
const [header = '', payload = '', signature = ''] = token.split('.')
const jwe = `${header}..${signature.slice(0, 16)}.${payload}.${signature.slice(0, 22)}`
const sdJwt = `${token}~WyJzYWx0c2FsdHNhbHQiLCJuYW1lIiwiQW5uYSJd~`

const { names } = issuerRedaction
const redactText = (text: string): string => redactTextBy(text, names)

describe('redactText', () => {
  it.each([
    ['a JWS', token],
    ['a JWS without signature', `${header}.${payload}.`],
    ['a JWE', jwe],
    ['an SD-JWT', sdJwt],
    ['a Disclosure alone', 'WyJzYWx0c2FsdHNhbHQiLCJuYW1lIiwiQW5uYSJd'],
    ['a payload alone', payload],
    ['a JWS with encoded dots', token.replaceAll('.', '%2E')],
    ['a JWS with doubly encoded dots', token.replaceAll('.', '%252e')],
    ['a JWS with the other alphabet and padding', `${header}.${payload}==.${signature}/+==`],
    ['a JWS glued to a word', `token_${token}`],
    [
      'a JWS whose header begins with a space',
      jws({ alg: 'ES256' }, { a: 1 }).replace(/^[^.]+/, btoa('{ "alg":"ES256"}').replace(/=/g, '')),
    ],
  ])('takes out %s wherever it is', (_, secret) => {
    for (const text of [
      secret,
      `before ${secret} after`,
      `"${secret}".`,
      `https://wallet.example/cb/${secret}?a=b`,
      `x=${secret}, y`,
    ]) {
      const redacted = redactText(text)
      const left = Array.from(secret, (_, at) => secret.slice(at, at + 16)).filter(
        (piece) => piece.length === 16 && redacted.includes(piece),
      )
      expect(left).toEqual([])
    }
  })
  it('takes out PEM blocks, whole and cut off, and keeps what stands around them', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\n-----END PRIVATE KEY-----'
    expect(redactText(`a ${key} b ${key} c`)).toBe(`a [pem:${key.length}] b [pem:${key.length}] c`)
    expect(redactText('a -----begin ec private key-----\\nMIGHAgEAMBMGByqGSM49')).toMatch(/^a \[pem:\d+\]$/)
  })
  it('takes out the values of sensitive names and keeps the names', () => {
    expect(redactText('code=abc&scope=pid&%73tate=1')).toBe('code=[redacted:3]&scope=pid&%73tate=[redacted:1]')
    expect(redactText('Invalid {"code":"a\\"b","scope":"pid"}')).toBe('Invalid {"code":[redacted:6],"scope":"pid"}')
    expect(redactText('{\\"tx_code\\": \\"1234\\", \\"tx_code\\": 1234}')).not.toContain('1234')
    expect(redactText('DPoP-Nonce: abc\nHost: x')).toBe('DPoP-Nonce: [redacted:3]\nHost: x')
    expect(redactText('sent Authorization: DPoP abc')).toBe('sent Authorization: [redacted:8]')
    expect(redactText('used Bearer abcdefgh1234 here')).toBe('used Bearer [redacted:12] here')
    expect(redactText('https://user:secret@wallet.example/')).toBe('https://[userinfo:11]@wallet.example/')
  })
  it.each(['e30', 'e3b0', 'ea1', '3e30', 'e30e30'])(
    'shows a hash in hexadecimal digits that begins with %s',
    (start) => {
      for (const before of ['', 'ab', 'hash=', '"']) {
        const text = before + start.padEnd(64, '7')
        expect(redactVisible(text, issuerRedaction.names)).toBe(text)
      }
    },
  )
  it.each(['eyA', 'eyJ', 'ewo', 'ew0', 'e30g', 'e30N', 'WyJ'])(
    'shows a hash or a nonce in base64url that begins with %s, as the JSON of a token does',
    (start) => {
      for (let number = 0; number < 200; number++) {
        const hash = start + createHash('sha256').update(String(number)).digest('base64url').slice(start.length)
        for (const text of [hash, `x509_hash:${hash}`, `https://verifier.example/${hash}`])
          expect(redactVisible(text, issuerRedaction.names)).toBe(text)
      }
    },
  )
  it('takes out what looks random, also a token broken into lines', () => {
    expect(redactText('no such code: q8Zr0aYkT2m1Wc5xJ7vN9bLpE4sD6fGh')).toBe('no such code: [redacted:32]')
    const wrapped = token.replace(/.{64}/g, '$&\n')
    for (const line of wrapped.split('\n')) if (line.length >= 32) expect(redactText(wrapped)).not.toContain(line)
  })
  it('finds a sensitive name inside a percent-encoded value, and the whole of its value', () => {
    expect(redactText('next=a%26code%3Dabc%2526def')).not.toMatch(/abc|def/)
    expect(redactText('code=abc%26def')).not.toMatch(/abc|def/)
  })
  it.each([
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)',
    'DPoP error="invalid_token", error_description="The access token is unknown.", algs="ES256"',
    'The DPoP proof names another method than the request.',
    'wallet-examples.provider.example.org',
    'https://issuer.example/.well-known/openid-credential-issuer/issuers/credimi-test',
    'urn:ietf:params:oauth:grant-type:pre-authorized_code',
    'openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fissuer.example%2Foffers%2F1',
    'did:jwk:abc#0',
    'text/html, application/xhtml+xml;q=0.9, */*;q=0.8',
    '9b2f3c52-7a0e-4c8e-9a3a-0c1f3f7a1f11',
    '100% sure, 50%',
    'could not connect code="ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN"',
    '{"msg":"could not connect","code":"ERR_TLS_CERT_ALTNAME_INVALID"}',
    'code=UNABLE_TO_VERIFY_LEAF_SIGNATURE, code=TLSV1_ALERT_UNKNOWN_CA',
  ])('leaves harmless text alone: %s', (text) => {
    expect(redactText(text)).toBe(text)
  })
  it('takes out a code that only starts like the name of a TLS error, and such a name elsewhere', () => {
    expect(redactText('code=ERR_TLS_q8Zr0aYk')).toBe('code=[redacted:16]')
    expect(redactText('state=ERR_TLS_CERT_ALTNAME_INVALID')).toBe('state=[redacted:28]')
  })
  it('changes nothing the second time and never throws', () => {
    const piece = fc.oneof(
      anyString,
      fc.constantFrom(
        'code=',
        '"code":"',
        'DPoP ',
        '-----BEGIN ',
        '-----END X-----',
        '://',
        '@',
        '%',
        '%25',
        '%3D',
        '&',
        'eyJ',
        '.',
        '~',
        'dpop: ',
        '\\"',
        "'",
        token,
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = redactText(pieces.join(''))
        expect(once).not.toContain(token)
        expect(redactText(once).length).toBeGreaterThanOrEqual(0)
      }),
      runs(),
    )
    const message = `x code=1 ${token} dpop: ${token}`
    expect(redactText(redactText(message))).toBe(redactText(message))
  })
  it.each([
    'a',
    'eyJ',
    '=',
    '%',
    '.',
    '-----BEGIN ',
    '://',
    '"',
    '\\"',
    'a.',
    'a=',
    '"a":"',
    'dpop ',
    'dpop: ',
    ' ',
    '%25',
    '~',
    'WyJ',
    'e.',
    '[',
    '@',
  ])(
    'takes linear time for 256 KiB of %j',
    (piece) => {
      expect(redactText(piece.repeat(Math.ceil(262_144 / piece.length)))).toBeTypeOf('string')
    },
    20_000,
  )
})

describe('a step that is passed over', () => {
  const pieces = fc.constantFrom(
    ...[
      'eyJhbGciOiJ.abcdefghijkl',
      'ewogImEiOiJ.abcdefghijkl',
      'e30gICAgIC.abcdefghijkl',
      'WyJzYWx0c2FsdHNhbHQiLCJuYW1lIiwiQW5uYSJd',
    ],
    ...['bearer\t123456789', 'abcdefghijkl', 'ABC123', 'eyJ', 'x'],
    ...['.', '%2e', '%20', '%40', '=', ':', '://', '@', '&', '?', '/', ' ', '\t', '\n', '-', '~'],
    ...['bearer', 'DPoP', 'Basic', 'cookie', 'access_token', 'code', 'name', '12345678'],
  )

  it('would have found nothing: with the rest of a text that makes every step look, the same goes', () => {
    const rest = '\n <eyJ>'
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = `${parts.join('')}.`
        expect(redactVisible(text + rest, names)).toBe(redactVisible(text, names) + rest)
        expect(redactText(text + rest)).toBe(redactText(text) + rest)
      }),
      runs(3000),
    )
  })
})
