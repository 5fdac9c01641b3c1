import { createHash, generateKeyPairSync } from 'node:crypto'
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digest, random, sha256 } from '@/lib/adapters/crypto/ports'
import { signer } from '@/lib/adapters/crypto/signer'
import { runs } from '@/scripts/thorough.mjs'
import { readTokenPart } from '../../../engine/redaction/tokens/read-token'
import { euPidDeviceBound } from '../../../issuer/configurations/eu-pid-device-bound'
import { verifyJwtSignature } from '../../jose/jwt'
import { testPid } from '../../pid/test-pid'
import { credentialTtlSeconds } from '../../time/durations'
import { fromIso } from '../../time/time'
import { toBase64url, utf8 } from '../../values/base64url'
import type { Json, JsonObject } from '../../values/json'
import type { IssueInput } from '../credential-format'
import { conceal, concealClaims, describeSdJwtVc, disclosureDigest } from './issue-sd-jwt-vc'
import { readSdJwt } from './read-sd-jwt'
import { sdJwtVc } from './sd-jwt-vc'

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

const credentialSigner = signer(newKey(), ['bGVhZg=='])

const holderJwk = signer(newKey()).publicJwk

const issuer = 'https://capture.example/issuers/eu-pid-device-bound'

const now = fromIso('2026-11-20T12:00:00.900Z')

if (now === null) throw new Error('The instant of the tests is none.')

const daySeconds = Date.parse('2026-11-20T00:00:00Z') / 1000

const input = (changes: Partial<IssueInput> = {}): IssueInput => ({
  configuration: euPidDeviceBound.credentialConfigurations[0],
  subject: testPid(issuer),
  holderJwk,
  signer: credentialSigner,
  issuer,
  now,
  random,
  sha256,
  digest,
  ...changes,
})

const issue = async (changes?: Partial<IssueInput>) => {
  const { text: value, made } = await sdJwtVc.issue(input(changes))
  const read = readSdJwt(value, sha256)
  if (!read.readable) throw new Error(read.reason)
  return { value, made, ...read }
}

/** The claims that a wallet must find, written by hand. */
const expectedClaims = {
  iss: issuer,
  vct: 'urn:eudi:pid:1',
  iat: daySeconds,
  nbf: daySeconds,
  exp: daySeconds + 14 * 86_400,
  cnf: { jwk: holderJwk },
  family_name: 'Fabbri',
  given_name: 'Elena',
  birthdate: '1990-04-12',
  place_of_birth: { country: 'IT', region: 'Emilia-Romagna', locality: 'Bologna' },
  nationalities: ['IT'],
  picture: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\/[A-Za-z0-9+/]+=*$/),
  address: {
    formatted: 'Via Europa 1, 40121 Bologna, IT',
    country: 'IT',
    region: 'Emilia-Romagna',
    locality: 'Bologna',
    postal_code: '40121',
    street_address: 'Via Europa 1',
    house_number: '1',
  },
  personal_administrative_number: 'TEST-PAN-0001',
  birth_family_name: 'Brontë',
  birth_given_name: 'Elena',
  sex: 2,
  email: 'elena.fabbri@example.com',
  phone_number: '+390000000001',
  date_of_expiry: '2035-12-31',
  date_of_issuance: '2026-01-01',
  issuing_authority: 'Capture Service Test PID Provider',
  issuing_country: 'IT',
  document_number: 'TEST-PID-0001',
  issuing_jurisdiction: 'IT-BO',
  trust_anchor: `${issuer}/trust-anchor.pem`,
  attestation_legal_category: 'PID',
}

describe('an issued SD-JWT VC', () => {
  it('says exactly what the test PID says', async () => {
    expect((await issue()).claims).toEqual(expectedClaims)
  })

  it('has the header of SD-JWT VC and HAIP', async () => {
    const { jwt } = await issue()
    expect(jwt.header).toEqual({ alg: 'ES256', typ: 'dc+sd-jwt', kid: credentialSigner.kid, x5c: ['bGVhZg=='] })
  })

  it('leaves out x5c when there is no certificate', async () => {
    const { jwt } = await issue({ signer: signer(newKey()) })
    expect(Object.keys(jwt.header)).toEqual(['typ', 'kid', 'alg'])
  })

  it('shows nothing about the subject without Disclosures', async () => {
    const { jwt } = await issue()
    expect(Object.keys(jwt.claims).sort()).toEqual(['_sd', '_sd_alg', 'cnf', 'exp', 'iat', 'iss', 'nbf', 'vct'].sort())
    expect(jwt.claims._sd).toHaveLength(21)
  })

  it('hides members of address and place of birth and each nationality one by one', async () => {
    const { jwt, disclosures } = await issue()
    const without = (name: string) =>
      disclosures.filter((disclosure) => !Buffer.from(disclosure, 'base64url').toString().includes(`"${name}",`))
    const read = readSdJwt(`${[jwt.value, ...without('street_address'), ''].join('~')}`, sha256)
    expect(read.readable && read.claims.address).toEqual({
      formatted: 'Via Europa 1, 40121 Bologna, IT',
      country: 'IT',
      region: 'Emilia-Romagna',
      locality: 'Bologna',
      postal_code: '40121',
      house_number: '1',
    })
    const nationality = disclosures.filter((one) => /^\["[^"]+","IT"\]$/.test(Buffer.from(one, 'base64url').toString()))
    expect(nationality).toHaveLength(1)
    const rest = disclosures.filter((one) => !nationality.includes(one))
    const unnamed = readSdJwt([jwt.value, ...rest, ''].join('~'), sha256)
    expect(unnamed.readable && unnamed.claims.nationalities).toEqual([])
  })

  it('sorts digests, so that their order reveals nothing', async () => {
    const { jwt } = await issue()
    const digests: unknown = jwt.claims._sd
    expect(digests).toEqual(Array.isArray(digests) ? [...digests].sort() : null)
  })

  it('has salts of 128 bits that never repeat, within a credential or across', async () => {
    const [first, second] = [await issue(), await issue()]
    const salts = [...first.disclosures, ...second.disclosures].map((disclosure): unknown => {
      const content: unknown = JSON.parse(Buffer.from(disclosure, 'base64url').toString())
      return Array.isArray(content) ? content[0] : null
    })
    expect(new Set(salts).size).toBe(salts.length)
    for (const salt of salts) expect(Buffer.from(String(salt), 'base64url')).toHaveLength(16)
    expect(first.jwt.claims._sd).not.toEqual(second.jwt.claims._sd)
  })

  it('is bound to the public members of the holder key and nothing that came with it', async () => {
    const { jwt } = await issue({ holderJwk: { ...holderJwk, kid: '0', alg: 'ES256', use: 'sig', d: 'c2VjcmV0' } })
    expect(jwt.claims.cnf).toEqual({ jwk: holderJwk })
  })

  it('is signed by the credential key', async () => {
    const { jwt } = await issue()
    const key = credentialSigner.publicJwk
    expect(await verifyJwtSignature({ jwt, jwk: key, algorithms: ['ES256'] })).toBe(true)
  })

  it('lives for two weeks, shorter than the certificate that signs it', () => {
    expect(credentialTtlSeconds).toBe(1_209_600)
  })

  it('is accepted, with the same claims, by an independent implementation', async () => {
    const { value } = await issue()
    const oracle = new SDJwtVcInstance({
      hasher: (data, algorithm) =>
        createHash(algorithm.replace('-', ''))
          .update(typeof data === 'string' ? data : new Uint8Array(data))
          .digest(),
      verifier: (data, signature) =>
        verifyJwtSignature({
          jwt: { header: { alg: 'ES256' }, value: `${data}.${signature}` },
          jwk: credentialSigner.publicJwk,
          algorithms: ['ES256'],
        }),
    })
    const { payload, header } = await oracle.verify(value, { currentDate: daySeconds + 60 })
    expect(header?.typ).toBe('dc+sd-jwt')
    expect(payload).toEqual(expectedClaims)
    expect(await oracle.getClaims(value)).toEqual(expectedClaims)
  })

  it('comes with what a reading of its text finds, whatever it says of its subject', async () => {
    // A picture is text.
    const pid = testPid(issuer).filter(({ mdoc }) => mdoc?.type !== 'bstr')
    const anyValue = fc
      .jsonValue({ maxDepth: 4 })
      .map((value) => JSON.parse(JSON.stringify(value)) as Json)
      .filter((value) => !/"(?:_sd|\.\.\.)":/.test(JSON.stringify(value)))
    await fc.assert(
      fc.asyncProperty(fc.array(anyValue, { maxLength: pid.length }), async (values) => {
        const subject = pid.map((attribute, index) => ({ ...attribute, value: values[index] ?? attribute.value }))
        const { value, made, jwt } = await issue({ subject })
        const [header = '', claims = ''] = jwt.value.split('.')
        const read = { header: readTokenPart(header), claims: readTokenPart(claims), says: describeSdJwtVc(value) }
        expect(made).toEqual(read)
        // Compared as text because member order matters.
        expect(JSON.stringify(made)).toBe(JSON.stringify(read))
      }),
      runs(),
    )
  })

  it('is not made for a holder without a key or a configuration of another format', async () => {
    await expect(sdJwtVc.issue(input({ holderJwk: { kty: 'oct', k: 'AA' } }))).rejects.toThrow(/holder key/)
    const mdoc = { format: 'mso_mdoc', doctype: 'x', id: 'x', name: { en: 'x', it: 'x' } } as const
    await expect(sdJwtVc.issue(input({ configuration: mdoc }))).rejects.toThrow(/dc\+sd-jwt/)
  })
})

const disclosure = (...content: unknown[]): string => toBase64url(utf8(JSON.stringify(content)))

const fixedSalt = '2GLC42sKQveCfGfryNRN9w'

const fixedDigest = 'X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0'

describe('the description of an SD-JWT VC', () => {
  it('names claim and value of each Disclosure, without salt and digests', () => {
    const credential = [
      'aaa.bbb.ccc',
      disclosure(fixedSalt, 'given_name', 'Elena'),
      disclosure(fixedSalt, 'address', { _sd: [fixedDigest, fixedDigest], country: 'IT' }),
      disclosure(fixedSalt, 'nationalities', ['IT', { '...': fixedDigest }]),
      disclosure(fixedSalt, 'DE'),
      '',
    ].join('~')
    expect(describeSdJwtVc(credential)).toEqual({
      kind: 'credential',
      disclosures: [
        { claim: 'given_name', value: 'Elena' },
        { claim: 'address', value: { concealed: 2, country: 'IT' } },
        { claim: 'nationalities', value: ['IT', { concealed: 1 }] },
        { value: 'DE' },
      ],
    })
  })

  it('leaves out what is not a Disclosure, and is null for what is not an SD-JWT', () => {
    const broken = ['*', disclosure(fixedSalt), disclosure(fixedSalt, 5, 'x'), toBase64url(utf8('{}'))].join('~')
    expect(describeSdJwtVc(`aaa.bbb.ccc~${broken}~`)).toEqual({ kind: 'credential', disclosures: [] })
    for (const other of ['', 'aaa.bbb.ccc', 'aaa~', 'oWE']) expect(describeSdJwtVc(other)).toBeNull()
  })
})

const salt = (text: string) => () => Buffer.from(text, 'base64url')

let counter = 0

const counted = (bytes: number) => new Uint8Array(bytes).fill(0).map((_, index) => (counter++ >> index) & 0xff)

const encode = (value: unknown) => toBase64url(utf8(JSON.stringify(value)))

const sdJwt = (claims: unknown, disclosures: readonly string[]) =>
  `${encode({ alg: 'ES256' })}.${encode(claims)}.AAAA~${disclosures.map((one) => `${one}~`).join('')}`

describe('digests', () => {
  it('are those of the examples in RFC 9901 sections 4.2.1 to 4.2.3', () => {
    const member = 'WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0'
    expect(disclosureDigest(member, sha256)).toBe('X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0')
    const element = 'WyJsa2x4RjVqTVlsR1RQVW92TU5JdkNBIiwgIkZSIl0'
    expect(disclosureDigest(element, sha256)).toBe('w0I8EKcdCtUPkGCNUrfwVp2xEgNjtoIDlOxc9-PlOhs')
  })
})

describe('conceal', () => {
  it('encodes salt, name and value of a member', () => {
    const made = conceal({ name: 'family_name', value: 'Möbius', random: salt('eI8ZWm9QnKPpNPeNenHdhQ'), hash: sha256 })
    expect(Buffer.from(made.encoded, 'base64url').toString()).toBe('["eI8ZWm9QnKPpNPeNenHdhQ","family_name","Möbius"]')
    expect(made.digest).toBe(disclosureDigest(made.encoded, sha256))
  })

  it('encodes salt and value of an array element', () => {
    const made = conceal({ value: 'FR', random: salt('lklxF5jMYlGTPUovMNIvCA'), hash: sha256 })
    expect(Buffer.from(made.encoded, 'base64url').toString()).toBe('["lklxF5jMYlGTPUovMNIvCA","FR"]')
  })
})

describe('concealClaims', () => {
  it('refuses names that SD-JWT reserves', () => {
    expect(() => concealClaims({ _sd: [] }, { random: counted, hash: sha256 })).toThrow(/reserved/)
    expect(() => concealClaims({ a: { '...': 1 } }, { random: counted, hash: sha256 })).toThrow(/reserved/)
  })

  it('is undone by readSdJwt, whatever the claims', () => {
    const name = fc.string({ unit: 'grapheme' }).filter((text) => !['_sd', '...', '_sd_alg'].includes(text))
    const { value } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        tie('object'),
      ),
      object: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    }))
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 5 }), (claims) => {
        const { payload, disclosures } = concealClaims(claims, { random: counted, hash: sha256 })
        const read = readSdJwt(
          sdJwt(
            { ...payload, _sd_alg: 'sha-256' },
            disclosures.map(({ encoded }) => encoded),
          ),
          sha256,
        )
        expect(read.readable && JSON.parse(JSON.stringify(read.claims))).toEqual(JSON.parse(JSON.stringify(claims)))
      }),
      runs(),
    )
  })
})

describe('readSdJwt', () => {
  const family = conceal({ name: 'family_name', value: 'Fabbri', random: counted, hash: sha256 })
  const element = conceal({ value: 'IT', random: counted, hash: sha256 })

  it('leaves out digests that nothing discloses', () => {
    const read = readSdJwt(sdJwt({ _sd: [family.digest], list: [{ '...': element.digest }] }, []), sha256)
    expect(read).toMatchObject({ readable: true, claims: { list: [] } })
  })

  it.each([
    ['no tilde', 'a.b.c', 'The SD-JWT does not end with a tilde.'],
    ['a key binding JWT', `${sdJwt({}, [])}a.b.c`, 'The SD-JWT does not end with a tilde.'],
    ['a foreign Disclosure', sdJwt({}, [family.encoded]), 'A Disclosure belongs to no digest.'],
    [
      'a repeated Disclosure',
      sdJwt({ _sd: [family.digest] }, [family.encoded, family.encoded]),
      'A Disclosure is repeated.',
    ],
    [
      'a Disclosure that replaces a claim',
      sdJwt({ _sd: [family.digest], family_name: 'x' }, [family.encoded]),
      'A Disclosure would replace a claim.',
    ],
    [
      'an element where a member belongs',
      sdJwt({ _sd: [element.digest] }, [element.encoded]),
      'A Disclosure is used in a place for the other kind.',
    ],
    ['another digest algorithm', sdJwt({ _sd_alg: 'md5' }, []), 'The digest algorithm is not sha-256.'],
    [
      'a Disclosure of four elements',
      sdJwt({}, [encode(['s', 'n', 1, 2])]),
      'A Disclosure is not an array of two or three elements.',
    ],
    ['an unreadable JWT', '~', 'The token is not three parts separated by dots.'],
  ])('refuses %s', (_name, value, reason) => {
    expect(readSdJwt(value, sha256)).toMatchObject({ readable: false, reason })
  })

  it('refuses Disclosures nested inside one another without end', () => {
    const encoded: string[] = []
    let inner: JsonObject = {}
    for (let level = 0; level < 200; level++) {
      const made = conceal({ name: 'a', value: inner, random: counted, hash: sha256 })
      encoded.push(made.encoded)
      inner = { _sd: [made.digest] }
    }
    expect(readSdJwt(sdJwt(inner, encoded), sha256)).toEqual({
      readable: false,
      reason: 'The claims are nested too deep.',
    })
  })

  it('never throws', () => {
    const part = fc.oneof(fc.string(), fc.jsonValue().map(encode), fc.constant(family.encoded))
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(part), (claims, parts) => {
        expect(() => readSdJwt(sdJwt(claims, parts), sha256)).not.toThrow()
        expect(() => readSdJwt(parts.join('~'), sha256)).not.toThrow()
      }),
      runs(),
    )
  })
})
