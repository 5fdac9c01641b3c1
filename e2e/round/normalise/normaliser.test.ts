import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { encode } from 'cborg'
import { describe, expect, it } from 'vitest'
import { looksFixed } from './looks-fixed'
import { createNormaliser } from './normaliser'

const now = Date.parse('2026-11-23T12:00:00Z')
const vocabulary = new Set(['createPresentationSession', 'elementIdentifier', '00000000-0000-4000-8000-000000000000'])
const normaliser = () => createNormaliser({ origin: 'http://localhost:43210', vocabulary, now })
const text = (given: string) => normaliser().text(given)
const token = (bytes = 16) => randomBytes(bytes).toString('base64url')
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a random value', () => {
  it('is a number that stands for the same value throughout a file, however it is quoted', () => {
    const { text: normalise } = normaliser()
    const [one, other] = [randomUUID(), randomUUID()]
    expect(normalise(`${one} "${other}" ${one}`)).toBe('<uuid:1> "<uuid:2>" <uuid:1>')
    expect(normalise(`{\\"a\\":\\"${other}\\"} %22${one}%22 &quot;${one}&quot; \\n${other}`)).toBe(
      '{\\"a\\":\\"<uuid:2>\\"} %22<uuid:1>%22 &quot;<uuid:1>&quot; \\n<uuid:2>',
    )
  })

  it('is found whatever it consists of', () => {
    for (let round = 0; round < 3000; round += 1) {
      // The same values each time: of a million, one is CBOR by chance.
      const value = createHash('sha512')
        .update(`${round}`)
        .digest()
        .subarray(0, 15 + (round % 30))
        .toString('base64url')
      expect(text(`state=${value}&x`), value).toMatch(/^state=(<token:1>|-*<token:1>-*)&x$/)
    }
  })

  it('takes no random text for CBOR', () => {
    const value = 'hMxpc7wHh1CfOjMiVh7vXmbE1mkujnu14Jp5yKYFi_MvIQcHZiEUnWMqTA'
    expect(text(value)).toBe('<token:1>')
  })

  it.each([
    ['a digest', createHash('sha256').update('x').digest('hex'), '<hash:1>'],
    ['a fingerprint', 'AB:CD:EF:01:23:45:67:89:AB', '<hash:1>'],
    ['an id of PocketBase', 'a1b2c3d4e5f6g7h', '<id:1>'],
    ['an id of PocketBase without a digit', 'hbwhghyktmlxokm', '<id:1>'],
    ['a certificate', `MII${'b'.repeat(400)}==`, '<key:1>'],
    ['digits alone', '3003728129229416', '<token:1>'],
  ])('may be %s', (_name, given, expected) => {
    expect(text(`(${given})`)).toBe(`(${expected})`)
  })

  it('has the same number where Markdown escapes it', () => {
    const { text: normalise } = normaliser()
    expect(normalise('a_B-3xyzXYZ123456 a\\_B\\-3xyzXYZ123456')).toBe('<token:1> <token:1>')
    expect(normalise('attested\\_keys\\_distinct')).toBe('attested\\_keys\\_distinct')
  })

  it('shows a transaction code by its place after it was handed out', () => {
    const { text: normalise } = normaliser()
    expect(normalise('{"tx_code": "4711"}')).toBe('{"tx_code": "<code:1>"}')
    expect(normalise('tx_code=4711&code>4711< 4712')).toBe('tx_code=<code:1>&code><code:1>< 4712')
  })
})

describe('what is the same in every run', () => {
  it.each([
    'createPresentationSession',
    'credential_configurations_supported',
    'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
    '00000000-0000-4000-8000-000000000000',
    '"birthdate": "1985-03-30", 2012-01-01T00:00:00Z, 1234567890',
    'HTTP/1.1 404, at most 65536 bytes, more than 2000 characters, "length": 12',
    'after 60 s',
  ])('stays: %s', (given) => {
    expect(text(given)).toBe(given)
  })

  it('is a word of the sources, or one without digits in one case', () => {
    expect(looksFixed('createPresentationSession', vocabulary)).toBe(true)
    expect(looksFixed('createPresentationSessio2', vocabulary)).toBe(false)
    expect(looksFixed('a_long_name_of_a_member', vocabulary)).toBe(true)
  })
})

describe('what the clock says', () => {
  it.each([
    ['2026-11-23T11:59:59.123Z', '<time>'],
    ['2026-11-23 11:59:59.123Z', '<time>'],
    ['2026-11-23T11%3A59%3A59Z', '<time>'],
    ['Mon, 23 Nov 2026 11:59:59 GMT', '<time>'],
    ['"exp": 1795348799', '"exp": <epoch>'],
    ['2027-02-21', '<day>'],
    ['"duration_ms": 1.25', '"duration_ms": <ms>'],
    ['"seconds": 1', '"seconds": <ms>'],
    ['\\"idleMillis\\":12', '\\"idleMillis\\":<ms>'],
    ['1.1<!-- --> ms', '<ms>'],
    ['3 sec. ago', '<ago>'],
    ['off by 599 s', 'off by 600 s'],
    ['seen: -3601 s.', 'seen: -3600 s.'],
    ['-1 s', '<s>'],
    ['seen: \\-3601 s.', 'seen: \\-3600 s.'],
    ['2024-11-23T22:19:37.000Z', '<time>'],
  ])('has no digits: %s', (given, expected) => {
    expect(text(given)).toBe(expected)
  })
})

describe('what is encoded', () => {
  it('shows a JWT decoded, without its signature', () => {
    const jti = token()
    const jwt = `${base64url({ alg: 'ES256' })}.${base64url({ jti, htm: 'POST' })}.${token(64)}`
    expect(text(`DPoP: ${jwt}, ${jti}`)).toBe(
      'DPoP: <jwt {"alg":"ES256"} {"jti":"<token:1>","htm":"POST"} <signature>>, <token:1>',
    )
  })

  it('tells an unsigned JWT from a signed one', () => {
    expect(text(`${base64url({ alg: 'none' })}.${base64url({ a: 1 })}.`)).toBe('<jwt {"alg":"none"} {"a":1} unsigned>')
  })

  it('shows the header of a JWE, and the content of a disclosure', () => {
    expect(text(`${base64url({ alg: 'ECDH-ES' })}..${token(12)}.${token(99)}.${token()}`)).toBe(
      '<jwe {"alg":"ECDH-ES"}>',
    )
    expect(text(`~${base64url([token(), 'family_name', 'Fabbri'])}~`)).toBe(
      '~<base64url ["<token:1>","family_name","Fabbri"]>~',
    )
  })

  it('shows CBOR, but for ids and digests that are random', () => {
    const item = new Map<string, unknown>([
      ['digestID', 7],
      ['elementIdentifier', 'family_name'],
      ['random', randomBytes(32)],
      ['valueDigests', new Map([[7, randomBytes(32)]])],
    ])
    expect(text(Buffer.from(encode(item)).toString('base64url'))).toMatch(
      /^<cbor \{(?=.*"digestID": <n>)(?=.*"elementIdentifier": "family_name")(?=.*"random": <token:1> 32 bytes)(?=.*"valueDigests": \{1 digests\})/,
    )
  })

  it('says that names were left out, not which', () => {
    expect(text('Seen: `["b","a","and 10 more"]` [1]')).toBe('Seen: `[some names]` [1]')
  })

  it('counts digests, which are sorted and so in random order', () => {
    expect(text(`{"_sd":["${token(32)}","${token(32)}"],"a":1}`)).toBe('{"_sd": <2 digests>,"a":1}')
  })
})

describe('what belongs to the place of a run', () => {
  it('is its host, also in a query, and its port', () => {
    expect(text('http://localhost:43210/x http%3A%2F%2Flocalhost%3A43210 43210')).toBe(
      'http://<host>/x http%3A%2F%2F<host> <port>',
    )
  })

  it('are the DPoP nonces of the moment, and their fingerprints', () => {
    const { text: normalise } = normaliser()
    const nonce = token(32)
    expect(normalise(`< DPoP-Nonce: ${nonce}`)).toBe('< DPoP-Nonce: <DPoP nonce>')
    expect(normalise(`nonce ${nonce}`)).toBe('nonce <DPoP nonce>')
    const evidence = '"dpop-nonce": {"redacted": true, "fingerprint": "abcdef0123456789"}'
    expect(normalise(evidence)).toContain('"fingerprint": "<DPoP nonce>"')
  })

  it('are lengths of what contains random values', () => {
    expect(text('"body_bytes": 1258, \\"length\\":2475, %22length%22%3A2475, 1815 characters')).toBe(
      '"body_bytes": <length>, \\"length\\":<length>, %22length%22%3A<length>, <length> characters',
    )
  })
})
