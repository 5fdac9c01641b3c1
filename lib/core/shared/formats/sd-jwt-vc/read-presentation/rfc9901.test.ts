import { describe, expect, it } from 'vitest'
import { presentationInput } from '@/lib/testing/presented/presented-input'
import { epochMillis } from '../../../time/time'
import { toBase64url, utf8 } from '../../../values/base64url'
import {
  holderJwk,
  identityAssurance,
  issued,
  issuerJwk,
  madeAt,
  presented,
  presentedPid,
  structured,
  vaccination,
} from './fixtures/rfc9901'
import { readPresentation } from './read-presentation'

const input = (issuer: string) =>
  presentationInput({
    now: epochMillis((madeAt + 5) * 1000),
    firstDeliveredAt: epochMillis((madeAt - 20) * 1000),
    clientId: 'https://verifier.example.org',
    nonce: '1234567890',
    issuerKeys: [{ issuer, source: 'issuer_metadata', keys: [issuerJwk] }],
  })

const address = { street_address: '123 Main St', locality: 'Anytown', region: 'Anystate', country: 'US' }

describe('the examples of RFC 9901', () => {
  it('are issued with ten Disclosures, all in their places', async () => {
    const reading = await readPresentation(issued, input('https://issuer.example.com'))
    expect(reading.shape).toEqual({
      kind: 'compact',
      ascii: true,
      parts: 12,
      emptyDisclosures: [],
      tooMany: false,
      endsWithTilde: true,
    })
    expect(reading.issuerSignature).toMatchObject({ result: 'valid', encoding: { form: 'raw', bytes: 64 } })
    expect(reading.disclosures.map(({ index, position, kind, errors }) => [index, position, kind, errors])).toEqual([
      [0, ['given_name'], 'property', []],
      [1, ['family_name'], 'property', []],
      [2, ['email'], 'property', []],
      [3, ['phone_number'], 'property', []],
      [4, ['phone_number_verified'], 'property', []],
      [5, ['address'], 'property', []],
      [6, ['birthdate'], 'property', []],
      [7, ['updated_at'], 'property', []],
      [8, ['nationalities', 0], 'element', []],
      [9, ['nationalities', 1], 'element', []],
    ])
    // The digests that RFC 9901 prints for the first Disclosure and the first element.
    expect(reading.disclosures[0]?.digest).toBe('jsu9yVulwQQlhFlM_3JlzMaSFzglhQG0DpfayQwLUK4')
    expect(reading.disclosures[8]?.digest).toBe('pFndjkZ_VCzmyTa6UjlZo3dh-ko8aIKQc9DlGzhaVYo')
    expect(reading.kbJwt).toEqual({ present: false })
    expect(reading.claims).toEqual({
      iss: 'https://issuer.example.com',
      iat: 1683000000,
      exp: 1883000000,
      sub: 'user_42',
      nationalities: ['US', 'DE'],
      cnf: { jwk: holderJwk },
      given_name: 'John',
      family_name: 'Doe',
      email: 'johndoe@example.com',
      phone_number: '+1-202-555-0101',
      phone_number_verified: true,
      address,
      birthdate: '1940-01-01',
      updated_at: 1570000000,
    })
    expect(reading).toMatchObject({
      repeatedDigests: [],
      malformedDigests: [],
      sharedSalts: [],
      registeredInDisclosures: [],
      tooDeep: false,
      hints: [],
      sdAlg: { present: true, value: 'sha-256', used: 'sha-256', supported: true, nested: [] },
      // It is an SD-JWT, but not an SD-JWT VC.
      typ: { value: 'example+sd-jwt', matches: false, formerName: false },
      vct: { present: false, value: null },
    })
  })

  it('are presented with a Key Binding JWT', async () => {
    const reading = await readPresentation(presented, input('https://issuer.example.com'))
    expect(reading.shape).toMatchObject({ parts: 6, endsWithTilde: false })
    expect(reading.issuerSignature.result).toBe('valid')
    expect(reading.kbJwt).toMatchObject({
      present: true,
      jws: { unreadable: null, alg: { value: 'ES256', asymmetric: true, allowed: true, fitsKey: true } },
      typ: { matches: true },
      signature: { result: 'valid', encoding: { form: 'raw' } },
      iat: { type: 'number', seconds: madeAt, fromNow: -5, window: 'inside', beforeFirstDelivery: false },
      aud: { type: 'string', matches: true },
      nonce: { type: 'string', matches: true },
      sdHash: { value: '0_Af-2B-EhLWX5ydh_w2xzwmO6iM66B_2QCEanI4fUY', matches: true },
      headerKeys: [],
      otherHeaderMembers: [],
      unknownClaims: [],
      personalClaims: [],
    })
    expect(reading.claims).toEqual({
      iss: 'https://issuer.example.com',
      iat: 1683000000,
      exp: 1883000000,
      sub: 'user_42',
      nationalities: ['US'],
      cnf: { jwk: holderJwk },
      family_name: 'Doe',
      address,
      given_name: 'John',
    })
    expect(reading.disclosedPositions.map(String).sort()).toEqual([
      'address',
      'family_name',
      'given_name',
      'nationalities,0',
    ])
    expect(reading.hints).toEqual([])
  })

  it('show an SD-JWT VC with Disclosures inside Disclosures', async () => {
    const reading = await readPresentation(presentedPid, input('https://pid-issuer.bund.de.example'))
    expect(reading).toMatchObject({
      typ: { matches: true },
      issuerSignature: { result: 'valid' },
      vct: { value: 'urn:eudi:pid:de:1', clear: true },
      iss: { httpsUrl: true },
      cnf: { present: true, unknownMembers: [], jwk: { valid: true, privateMembers: [], unknownMembers: [] } },
      kbJwt: { signature: { result: 'valid' }, sdHash: { matches: true } },
      hints: [],
    })
    expect(reading.disclosures.map(({ position, referencedBy }) => [position, referencedBy[0]?.inDisclosure])).toEqual([
      [['age_equal_or_over'], null],
      [['age_equal_or_over', '18'], 0],
      [['nationalities'], null],
    ])
    expect(reading.claims).toEqual({
      iss: 'https://pid-issuer.bund.de.example',
      iat: 1683000000,
      exp: 1883000000,
      vct: 'urn:eudi:pid:de:1',
      cnf: { jwk: holderJwk },
      age_equal_or_over: { '18': true },
      nationalities: ['DE'],
    })
  })

  it('show two lines of an address among decoy digests: section A.1', async () => {
    const reading = await readPresentation(structured, input('https://issuer.example.com'))
    expect(reading).toMatchObject({
      shape: { kind: 'compact', parts: 4, endsWithTilde: true },
      issuerSignature: { result: 'valid' },
      kbJwt: { present: false },
      malformedDigests: [],
      repeatedDigests: [],
      hints: [],
    })
    expect(reading.disclosures.map(({ position, digest, errors }) => [position, digest, errors])).toEqual([
      [['address', 'region'], 'PzzcVu0qbMuBGSjulfewzkesD9zutOExn5EWNwkrQ-k', []],
      [['address', 'country'], 'uNHoWYhXsZhVJCNE2Dqy-zqt7t69gJKy5QaFv7GrMX4', []],
    ])
    expect(reading.claims).toEqual({
      iss: 'https://issuer.example.com',
      iat: 1683000000,
      exp: 1883000000,
      address: { region: '港区', country: 'JP' },
    })
    // Seven claims and four lines of the address, with decoys.
    expect(reading.digests).toHaveLength(16)
  })

  it('show verified claims, one in an element of a list that is disclosed itself: section A.2', async () => {
    const reading = await readPresentation(identityAssurance, input('https://issuer.example.com'))
    expect(reading).toMatchObject({ issuerSignature: { result: 'valid' }, kbJwt: { present: false }, hints: [] })
    expect(
      reading.disclosures.map(({ position, kind, errors, referencedBy }) => [
        position,
        kind,
        errors,
        referencedBy.map(({ inDisclosure }) => inDisclosure),
      ]),
    ).toEqual([
      [['verified_claims', 'verification', 'time'], 'property', [], [null]],
      [['verified_claims', 'verification', 'evidence', 0], 'element', [], [null]],
      [['verified_claims', 'verification', 'evidence', 0, 'method'], 'property', [], [1]],
      [['verified_claims', 'claims', 'given_name'], 'property', [], [null]],
      [['verified_claims', 'claims', 'family_name'], 'property', [], [null]],
      [['verified_claims', 'claims', 'address'], 'property', [], [null]],
    ])
    expect(reading.claims).toEqual({
      iss: 'https://issuer.example.com',
      iat: 1683000000,
      exp: 1883000000,
      verified_claims: {
        verification: {
          trust_framework: 'de_aml',
          evidence: [{ method: 'pipp' }],
          time: '2012-04-23T18:25Z',
        },
        claims: {
          given_name: 'Max',
          family_name: 'Müller',
          address: {
            locality: 'Maxstadt',
            postal_code: '12344',
            country: 'DE',
            street_address: 'Weidenstraße 22',
          },
        },
      },
    })
  })

  it('show a credential of the W3C data model, bound to its key: section A.4', async () => {
    const reading = await readPresentation(vaccination, input('https://example.com/issuer'))
    expect(reading).toMatchObject({
      shape: { kind: 'compact', parts: 6, endsWithTilde: false },
      // Its issuer is in `issuer`, which is no SD-JWT VC claim; the example key still verifies it.
      issuerSignature: { result: 'unverified', unverifiedBecause: 'no_key' },
      iss: { present: false },
      vct: { present: false },
      kbJwt: {
        present: true,
        typ: { matches: true },
        signature: { result: 'valid' },
        aud: { matches: true },
        nonce: { matches: true },
        sdHash: { value: 'IoWUH91llf3XErl42bQ3sx_53V1o1ujCz08hDqHK7Dk', matches: true },
      },
      hints: [
        {
          about: 'vp.sdjwt.signature',
          found: 'signed_with_another_key',
          detail: 'a key of https://example.com/issuer',
        },
      ],
    })
    expect(reading.claims).toEqual({
      '@context': ['https://www.w3.org/2018/credentials/v1', 'https://w3id.org/vaccination/v1'],
      type: ['VerifiableCredential', 'VaccinationCertificate'],
      issuer: 'https://example.com/issuer',
      issuanceDate: '2023-02-09T11:01:59Z',
      expirationDate: '2028-02-08T11:01:59Z',
      name: 'COVID-19 Vaccination Certificate',
      description: 'COVID-19 Vaccination Certificate',
      cnf: { jwk: holderJwk },
      credentialSubject: {
        type: 'VaccinationEvent',
        order: '3/3',
        dateOfVaccination: '2021-06-23T13:40:12Z',
        vaccine: { type: 'Vaccine', atcCode: 'J07BX03', medicinalProductName: 'COVID-19 Vaccine Moderna' },
        recipient: { type: 'VaccineRecipient' },
      },
    })
  })

  const schoolAddress = {
    street_address: 'Schulstr. 12',
    locality: 'Schulpforta',
    region: 'Sachsen-Anhalt',
    country: 'DE',
  }
  const wholeAddress =
    '["2GLC42sKQveCfGfryNRN9w", "address", {"street_address": "Schulstr. 12", "locality": "Schulpforta", "region": "Sachsen-Anhalt", "country": "DE"}]'
  const lines = [
    '["2GLC42sKQveCfGfryNRN9w", "street_address", "Schulstr. 12"]',
    '["eluV5Og3gSNII8EYnsxA_A", "locality", "Schulpforta"]',
    '["6Ij7tM-a5iVPGboS5tmvVA", "region", "Sachsen-Anhalt"]',
    '["eI8ZWm9QnKPpNPeNenHdhQ", "country", "DE"]',
  ]
  const digestOfCountry = 'WN9r9dCBJ8HTCsS2jKASxTjEyW5m5x65_Z_2ro2jfXM'
  const digests = [
    '6vh9bq-zS4GKM_7GpggVbYzzu6oOGXrmNVGPHP75Ud0',
    '9gjVuXtdFROCgRrtNcGUXmF65rdezi_6Er_j76kmYyM',
    'KURDPh4ZC19-3tiz-Df39V8eidy1oV3a3H1Da2N0g88',
  ]
  const allDigests = [...digests, digestOfCountry]
  const recursive = `["Qg_O64zqAxe412a108iroA", "address", {"_sd": [${allDigests.map((one) => `"${one}"`).join(', ')}]}]`

  it.each<[section: string, payload: object, disclosures: readonly string[], address: object]>([
    ['6.1, flat', { _sd: ['fOBUSQvo46yQO-wRwXBcGqvnbKIueISEL961_Sjd4do'] }, [wholeAddress], schoolAddress],
    ['6.2, structured', { address: { _sd: allDigests } }, lines, schoolAddress],
    ['6.2, with the country in clear', { address: { _sd: digests, country: 'DE' } }, lines.slice(0, 3), schoolAddress],
    ['6.2, one line of it', { address: { _sd: allDigests } }, lines.slice(2, 3), { region: 'Sachsen-Anhalt' }],
    ['6.3, recursive', { _sd: ['HvrKX6fPV0v9K_yCVFBiLFHsMaxcD_114Em6VT8x1lg'] }, [recursive, ...lines], schoolAddress],
  ])('hold for a nested address: section %s', async (_section, payload, disclosures, shown) => {
    const claims = { iss: 'https://issuer.example.com', iat: 1683000000, exp: 1883000000 }
    const parts = [{ alg: 'ES256' }, { ...claims, ...payload, _sd_alg: 'sha-256' }].map((part) => JSON.stringify(part))
    // The section prints payloads without signatures.
    const jwt = [...parts.map((part) => toBase64url(utf8(part))), 'AAAA'].join('.')
    const text = [jwt, ...disclosures.map((one) => toBase64url(utf8(one))), ''].join('~')
    const reading = await readPresentation(text, input('https://issuer.example.com'))
    expect(reading.claims).toEqual({ ...claims, address: shown })
    expect(reading.disclosures.map(({ errors, referencedBy }) => [errors, referencedBy.length])).toEqual(
      disclosures.map(() => [[], 1]),
    )
  })
})
