import { DateOnly } from '@owf/mdoc'
import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { makeDeviceResponse, mdocParties, pidNamespace } from '@/lib/testing/presented/make-device-response'
import { digestOf, disclosure, presentation, presented } from '@/lib/testing/presented-tokens'
import { bodyOf, formOf, hidden, nationality, pid, salt } from '@/lib/testing/presented-values'
import { fingerprint, formType, publicJwk } from '../../engine/redaction/fixtures/exchanges'
import { redactExchange } from '../../engine/redaction/message/redact-exchange'
import { readTokens } from '../../engine/redaction/tokens/read-token'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'

const decodedOf = (vpToken: string) =>
  redactExchange(presented({ body: formOf({ vp_token: vpToken }), type: formType })).decoded
/** Displayed value of each Disclosure. */
const valuesOf = (view: JsonObject | undefined): Json[] =>
  Array.isArray(view?.disclosures)
    ? view.disclosures.map((item) => (isJsonObject(item) ? (item.value ?? null) : null))
    : []
const isJsonObject = (value: Json): value is JsonObject => isObject(value)

describe('our own values in an event', () => {
  covers('A1.5')
  it('stay as they are, whatever they begin with and whatever a person is called', () => {
    const body = JSON.stringify({ pid: [presentation({ claims: { name: 'e30a', code: '83f6', year: '1964' } })] })
    for (const start of ['e30', 'ea1', '83f6', '1964']) {
      const hex = start.padEnd(64, '0a1964f83f6e30a')
      for (const random of ['eyA', 'eyJ', 'ewo', 'e30g', 'WyJ'].map((text) => text.padEnd(43, '_-Zq9'))) {
        const device_proof = {
          client_id: `x509_hash:${random}`,
          nonce: random,
          jwk_thumbprint: hex,
          response_uri: `https://verifier.example/openid4vp/sessions/${random}/response`,
          handover_info: hex.repeat(4),
          session_transcript: hex.repeat(2),
        }
        const { details } = redactExchange({
          ...presented({ body: formOf({ vp_token: body }), type: formType }),
          details: [{ device_proof, holder_thumbprint: hex.slice(0, 16) }],
        })
        expect(details).toEqual([{ device_proof, holder_thumbprint: hex.slice(0, 16) }])
      }
    }
  })
})

describe('names of types in a presented SD-JWT VC', () => {
  const types = ['urn:eudi:pid:1', 'https://types.example/parent']
  const decodedWith = (claims: JsonObject, disclosures: readonly string[] = []) => {
    const token = presentation({ claims: { vct: 'urn:eudi:pid:de:1', ...claims }, disclosures })
    return decodedOf(JSON.stringify({ pid: [token] }))[0]
  }
  it('stay in vct and aka_vcts, also where another claim repeats them', () => {
    const claims = { aka_vcts: types, kind: 'urn:eudi:pid:de:1', kinds: ['urn:eudi:pid:de:1'] }
    expect(decodedWith(claims)?.claims).toMatchObject({ vct: 'urn:eudi:pid:de:1', aka_vcts: types })
  })
  it('stay in vct where a Disclosure holds aka_vcts or repeats the type', () => {
    const named = disclosure(salt, 'aka_vcts', ['urn:eudi:pid:de:1', ...types])
    const repeated = disclosure(salt, 'kind', 'urn:eudi:pid:de:1')
    const view = decodedWith({ _sd: [digestOf(named), digestOf(repeated)], aka_vcts: types }, [named, repeated])
    expect(view?.claims).toMatchObject({ vct: 'urn:eudi:pid:de:1', aka_vcts: types })
    expect(valuesOf(view)).toEqual([[hidden(17), hidden(14), hidden(28)], hidden(17)])
  })
  it('go where they have no form of a type, because they may be those of a person', () => {
    const view = decodedWith({
      vct: 'Mustermann',
      aka_vcts: ['Mustermann', 'urn:eudi:pid:1'],
      family_name: 'Mustermann',
    })
    expect(view?.claims).toMatchObject({ vct: '[redacted:10]', aka_vcts: [hidden(10), 'urn:eudi:pid:1'] })
  })
})

describe('a presented SD-JWT VC', () => {
  it('shows its names, the places of its Disclosures and its key binding, and no value', () => {
    const decoded = decodedOf(JSON.stringify({ pid: [pid] }))
    expect(decoded).toEqual([
      {
        source: 'body.vp_token.pid[0]',
        kind: 'presented_credential',
        header: { typ: 'dc+sd-jwt', alg: 'ES256', kid: 'issuer-key-1' },
        claims: {
          iss: 'https://issuer.example',
          vct: 'urn:eudi:pid:1',
          cnf: { jwk: { kty: 'EC', crv: 'P-256', thumbprint: fingerprint(`thumbprint-${publicJwk.x}`) } },
          iat: 1_690_000_000,
          _sd_alg: 'sha-256',
          _sd: { count: 2 },
          nationalities: [hidden(6), { concealed: true }, { concealed: true }],
          status: { status_list: { idx: hidden(null, 'number'), uri: 'https://issuer.example/status/1' } },
          sub: hidden(12),
          birth_date: hidden(10),
        },
        disclosures: [
          {
            kind: 'object_property',
            name: 'street_address',
            path: ['address', 'street_address'],
            salt: hidden(22),
            value: hidden(10),
          },
          {
            kind: 'object_property',
            name: 'address',
            path: ['address'],
            salt: hidden(22),
            value: { _sd: { count: 2 }, country: hidden(null) },
          },
          {
            kind: 'array_element',
            name: null,
            path: ['nationalities', 1],
            salt: hidden(22),
            value: hidden(7),
          },
          { kind: 'unreadable', length: 22 },
        ],
        key_binding: {
          header: { typ: 'kb+jwt', alg: 'ES256' },
          claims: { aud: 'x509_hash:abc', nonce: 'a-nonce', iat: 1_700_000_000, sd_hash: 'a-hash' },
          signature: 'unchecked',
        },
        signature: 'unchecked',
      },
    ])
  })
  it('shows what its key binding repeats of our request, and nothing of a person where that is something else', () => {
    const name = disclosure(salt, 'family_name', 'Montgomery')
    const bound = (aud: Json, nonce: string, typ = 'kb+jwt') => {
      const token = presentation({
        claims: { _sd: [digestOf(name)] },
        disclosures: [name],
        keyBinding: { aud, nonce, iat: 1_700_000_000 },
        keyBindingHeader: { typ },
      })
      return decodedOf(JSON.stringify({ pid: [token] }))
    }
    expect(bound(['x509_hash:abc', 'https://other.example'], 'Zm9v-bar')).toMatchObject([
      { key_binding: { claims: { aud: ['x509_hash:abc', 'https://other.example'], nonce: 'Zm9v-bar' } } },
    ])
    expect(bound('did:jwk:abcdefghijk', 'anna@example.org', 'Montgomery')).toMatchObject([
      { key_binding: { header: { typ: '[redacted:10]' }, claims: { aud: '[redacted:19]', nonce: '[redacted:16]' } } },
    ])
    expect(JSON.stringify(bound(['Montgomery'], 'Montgomery'))).not.toContain('Montgomery')
  })
  it('is kept once: in the body stands that it was there, and what it is', () => {
    expect(bodyOf({ vp_token: JSON.stringify({ pid: [pid] }), state: 'the-state-of-it' })).toEqual({
      vp_token: {
        pid: {
          ...hidden(JSON.stringify([pid]).length, 'array'),
          items: [{ ...hidden(pid.length), jwt: { kind: 'presented_credential' } }],
        },
      },
      state: { ...hidden(15), fingerprint: fingerprint('the-state-of-it') },
    })
  })
  it.each([
    ['a string by query', JSON.stringify({ pid }), 'body.vp_token.pid'],
    ['a list without queries', JSON.stringify([pid]), 'body.vp_token[0]'],
    ['by itself', pid, 'body.vp_token'],
    ['a JSON string', JSON.stringify(pid), 'body.vp_token'],
  ])('is decoded wherever it is in the form: %s', (_, vpToken, source) => {
    const found = decodedOf(vpToken).map((token) => [token.source, token.kind])
    expect(found).toEqual([[source, 'presented_credential']])
  })
  it('is decoded as a body of its own, in a query and under a name that nobody knows', () => {
    for (const request of [{ body: pid, type: null }, { query: `vp_token=${pid}` }, { query: `foo=${pid}` }])
      expect(redactExchange(presented(request)).decoded).toMatchObject([{ kind: 'presented_credential' }])
  })
  it('with a type of its own that hides its Disclosures behind another hash names no paths', () => {
    const [view] = decodedOf(
      presentation({ claims: { _sd_alg: 'sha-512', _sd: [digestOf(nationality)] }, disclosures: [nationality] }),
    )
    expect(view).toMatchObject({ disclosures: [{ kind: 'array_element', path: null }] })
  })
  it('says of one without key binding, and of one that does not read, what it is', () => {
    const [without] = decodedOf(pid.slice(0, pid.lastIndexOf('~') + 1))
    expect(without).toMatchObject({ key_binding: null, disclosures: { length: 4 } })
    const [broken] = decodedOf(`${pid.slice(0, pid.lastIndexOf('~') + 1)}bm90.anything.x`)
    expect(broken).toMatchObject({ key_binding: { unreadable: true, length: 15 } })
  })
  it('that verification looked at says what it found, of both signatures', () => {
    const holderSigned = pid.slice(pid.lastIndexOf('~') + 1)
    const issuerSigned = pid.slice(0, pid.indexOf('~'))
    const input = presented({ body: formOf({ vp_token: pid }), type: formType })
    const notRead = { header: null, claims: null }
    const tokens = readTokens([
      [issuerSigned, { ...notRead, signature: 'valid' }],
      [holderSigned, { ...notRead, signature: 'invalid' }],
    ])
    expect(redactExchange({ ...input, tokens }).decoded).toMatchObject([
      { signature: 'valid', key_binding: { signature: 'invalid' } },
    ])
  })
  it('with 40 Disclosures, thrice, is kept whole, and with a portrait no byte of that is', () => {
    const many = Array.from({ length: 40 }, (_, index) => disclosure(salt, `claim_number_${index}`, `value ${index}`))
    const large = presentation({ claims: { _sd: many.map(digestOf) }, disclosures: many })
    const input = presented({
      body: formOf({ vp_token: JSON.stringify({ a: [large, large], b: [large] }) }),
      type: formType,
    })
    const redacted = redactExchange(input)
    expect(redacted.decoded).toHaveLength(3)
    for (const { disclosures } of redacted.decoded) expect(disclosures).toHaveLength(40)
    expect(JSON.stringify(redacted)).not.toContain('truncated')

    const portrait = Buffer.alloc(200_000, 'portrait').toString('base64')
    const [view] = decodedOf(presentation({ disclosures: [disclosure(salt, 'picture', portrait)] }))
    expect(view).toMatchObject({ disclosures: [{ name: 'picture', value: hidden(portrait.length) }] })
    expect(JSON.stringify(view)).not.toContain(portrait.slice(0, 16))
  })
  it('with more Disclosures than anybody has says how many are left out', () => {
    const many = Array.from({ length: 300 }, (_, index) => disclosure(salt, `claim_${index}`, index))
    const [view] = decodedOf(presentation({ disclosures: many }))
    expect(view).toMatchObject({ disclosures_omitted: 172 })
  })
})

describe('placeholders of values of a person', () => {
  it('do not tell short values apart', () => {
    const values: Json[] = [true, false, null, 'M', 'abc', 'abcd', 7, 1234, [], ['IT'], {}, 0.5]
    const [view] = decodedOf(presentation({ disclosures: values.map((value) => disclosure(salt, 'x', value)) }))
    expect(valuesOf(view)).toEqual([
      hidden(null, 'boolean'),
      hidden(null, 'boolean'),
      hidden(null, 'null'),
      hidden(null),
      hidden(null),
      hidden(4),
      hidden(null, 'number'),
      hidden(4, 'number'),
      [],
      [hidden(null)],
      {},
      hidden(null, 'number'),
    ])
  })
  it('stand for names too that are addresses or longer than 64 characters', () => {
    const [view] = decodedOf(
      presentation({
        claims: { 'anna@example.org': true, [`n${'a'.repeat(64)}`]: 1 },
        disclosures: [disclosure(salt, 'anna@example.org', 1)],
      }),
    )
    expect(view).toMatchObject({
      claims: { '[name:16]': hidden(null, 'boolean'), '[name:65]': hidden(null, 'number') },
      disclosures: [{ name: '[name:16]' }],
    })
  })
})

describe('a presented mdoc', () => {
  const portrait = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6, 7, 8)
  const elements = {
    family_name: 'Unverwechselbar',
    birth_date: new DateOnly('1984-02-29'),
    portrait,
    sex: 2,
    nationality: ['Atlantisch'],
    place_of_birth: new Map([['locality', 'Nirgendwo']]),
  }

  it('shows its names, what its issuer signed and how the device did, and no value', async () => {
    const parties = await mdocParties()
    const text = makeDeviceResponse(parties, { elements })
    const exchange = redactExchange(
      presented({ body: formOf({ vp_token: JSON.stringify({ pid: [text] }) }), type: formType }),
    )
    expect(exchange.decoded).toMatchObject([
      {
        source: 'body.vp_token.pid[0]',
        kind: 'presented_credential',
        format: 'mso_mdoc',
        version: '1.0',
        status: 0,
        documents: [
          {
            doc_type: pidNamespace,
            mso: {
              version: '1.0',
              digest_algorithm: 'SHA-256',
              digests: { [pidNamespace]: { count: 7 } },
              device_key: { kty: 'EC', crv: 'P-256' },
            },
            issuer_auth: { alg: -7, x5chain: { count: 1 } },
            elements: [
              { element: 'family_name', value: { redacted: true, length: 15, cbor_type: 'tstr' } },
              { element: 'birth_date', value: { cbor_tag: 1004, value: { redacted: true, length: 10 } } },
              { element: 'portrait', value: { redacted: true, length: 12, cbor_type: 'bstr' } },
              { element: 'sex', value: { redacted: true, length: null } },
              { element: 'nationality', value: [{ redacted: true }] },
              { element: 'place_of_birth', value: { locality: { redacted: true } } },
            ],
            device_signed: { methods: ['deviceSignature'], elements: [] },
          },
        ],
      },
    ])
    const shown = JSON.stringify(exchange)
    for (const value of [
      'Unverwechselbar',
      '1984-02-29',
      'Atlantisch',
      'Nirgendwo',
      Buffer.from(portrait).toString('base64url'),
    ])
      expect(shown).not.toContain(value)
    expect(shown).not.toContain(text.slice(100, 200))
    expect(shown).not.toContain(parties.deviceKey.jwk.x)
  })

  it('is hidden whole where it cannot be read', () => {
    for (const text of ['o2d2ZXJzaW9u', 'oWlkb2N1bWVudHM', '!'])
      expect(decodedOf(JSON.stringify({ pid: [text] }))).toEqual([])
  })
})
