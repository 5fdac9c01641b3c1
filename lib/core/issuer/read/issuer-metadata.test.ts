import { describe, expect, it } from 'vitest'
import { issuerConfigurations } from '../configurations'
import { euPidDeviceBound } from '../configurations/eu-pid-device-bound'
import { euPidJwtProofOnly } from '../configurations/eu-pid-jwt-proof-only'
import { issuerWithoutKeys } from '../configurations/fixtures/issuers'
import { buildIssuerMetadata, type IssuerMetadataInput, zIssuerMetadata } from './issuer-metadata'

const build = (configuration = euPidDeviceBound, changes: Partial<IssuerMetadataInput> = {}) =>
  buildIssuerMetadata({
    issuer: issuerWithoutKeys(configuration),
    keyStorageLevels: [],
    userAuthLevels: [],
    ...changes,
  })

const alt_text = 'A white ring on dark blue'
const logo = (id: string) => ({ uri: `https://capture.example/issuers/${id}/logo.png`, alt_text })
const svgLogo = (id: string) => ({ uri: `https://capture.example/issuers/${id}/logo.svg`, alt_text })
const dataLogo = { uri: expect.stringMatching(/^data:image\/png;base64,/), alt_text }
const claim = (path: string[], en: string, it: string) => ({
  path,
  mandatory: true,
  display: [
    { name: en, locale: 'en' },
    { name: it, locale: 'it' },
  ],
})

const claims = [
  claim(['family_name'], 'Family name', 'Cognome'),
  claim(['given_name'], 'Given name', 'Nome'),
  claim(['birthdate'], 'Date of birth', 'Data di nascita'),
  claim(['place_of_birth'], 'Place of birth', 'Luogo di nascita'),
  claim(['nationalities'], 'Nationality', 'Cittadinanza'),
  claim(['picture'], 'Portrait', 'Fotografia'),
  claim(['address'], 'Address', 'Indirizzo'),
  claim(['address', 'formatted'], 'Full address', 'Indirizzo completo'),
  claim(['address', 'country'], 'Country', 'Paese'),
  claim(['address', 'region'], 'Region', 'Regione'),
  claim(['address', 'locality'], 'City', 'Città'),
  claim(['address', 'postal_code'], 'Postal code', 'Codice postale'),
  claim(['address', 'street_address'], 'Street', 'Via'),
  claim(['address', 'house_number'], 'House number', 'Numero civico'),
  claim(['personal_administrative_number'], 'Personal administrative number', 'Numero amministrativo personale'),
  claim(['birth_family_name'], 'Family name at birth', 'Cognome alla nascita'),
  claim(['birth_given_name'], 'Given name at birth', 'Nome alla nascita'),
  claim(['sex'], 'Sex', 'Sesso'),
  claim(['email'], 'Email address', 'Indirizzo email'),
  claim(['phone_number'], 'Mobile phone number', 'Numero di cellulare'),
  claim(['date_of_expiry'], 'Expiry date', 'Data di scadenza'),
  claim(['date_of_issuance'], 'Issuance date', 'Data di rilascio'),
  claim(['issuing_authority'], 'Issuing authority', 'Autorità di rilascio'),
  claim(['issuing_country'], 'Issuing country', 'Paese di rilascio'),
  claim(['document_number'], 'Document number', 'Numero del documento'),
  claim(['issuing_jurisdiction'], 'Issuing jurisdiction', 'Giurisdizione di rilascio'),
  claim(['trust_anchor'], 'Trust anchor', 'Ancora di fiducia'),
  claim(['attestation_legal_category'], 'Legal category', 'Categoria giuridica'),
]

/** The same claims as mdoc elements: no `address` parent, no house number, a single namespace. */
const element = (name: string, claimPath: string[]) => {
  const same = claims.find(({ path }) => path.join('.') === claimPath.join('.'))
  return { ...same, path: ['eu.europa.ec.eudi.pid.1', name] }
}
const mdocClaims = [
  element('family_name', ['family_name']),
  element('given_name', ['given_name']),
  element('birth_date', ['birthdate']),
  element('place_of_birth', ['place_of_birth']),
  element('nationality', ['nationalities']),
  element('portrait', ['picture']),
  element('resident_address', ['address', 'formatted']),
  element('resident_country', ['address', 'country']),
  element('resident_state', ['address', 'region']),
  element('resident_city', ['address', 'locality']),
  element('resident_postal_code', ['address', 'postal_code']),
  element('resident_street', ['address', 'street_address']),
  element('personal_administrative_number', ['personal_administrative_number']),
  element('family_name_birth', ['birth_family_name']),
  element('given_name_birth', ['birth_given_name']),
  element('sex', ['sex']),
  element('email_address', ['email']),
  element('mobile_phone_number', ['phone_number']),
  element('expiry_date', ['date_of_expiry']),
  element('issuance_date', ['date_of_issuance']),
  element('issuing_authority', ['issuing_authority']),
  element('issuing_country', ['issuing_country']),
  element('document_number', ['document_number']),
  element('issuing_jurisdiction', ['issuing_jurisdiction']),
  element('trust_anchor', ['trust_anchor']),
  element('attestation_legal_category', ['attestation_legal_category']),
]
const colors = { background_color: '#12355b', text_color: '#ffffff' }
const mdocMetadata = {
  display: [
    { name: 'PID (test, mdoc)', locale: 'en', logo: dataLogo, ...colors },
    { name: 'PID (prova, mdoc)', locale: 'it', logo: dataLogo, ...colors },
  ],
  claims: mdocClaims,
}
const mdoc = (scope: string) => ({
  format: 'mso_mdoc',
  doctype: 'eu.europa.ec.eudi.pid.1',
  scope,
  cryptographic_binding_methods_supported: ['cose_key'],
  credential_signing_alg_values_supported: [-7, -9],
  credential_metadata: mdocMetadata,
})

const credentialMetadata = (id: string) => ({
  display: [
    { name: 'PID (test)', locale: 'en', logo: svgLogo(id), ...colors },
    { name: 'PID (prova)', locale: 'it', logo: svgLogo(id), ...colors },
  ],
  claims,
})

describe('credential issuer metadata', () => {
  it('of the device-bound issuer asks for key attestations on both proof types', () => {
    expect(build()).toEqual({
      credential_issuer: 'https://capture.example/issuers/eu-pid-device-bound',
      credential_endpoint: 'https://capture.example/issuers/eu-pid-device-bound/credential',
      nonce_endpoint: 'https://capture.example/issuers/eu-pid-device-bound/nonce',
      display: [
        { name: 'Wallet Capture test PID issuer', locale: 'en', logo: logo('eu-pid-device-bound') },
        { name: 'Emittente PID di prova Wallet Capture', locale: 'it', logo: logo('eu-pid-device-bound') },
      ],
      credential_configurations_supported: {
        'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required': {
          format: 'dc+sd-jwt',
          vct: 'urn:eudi:pid:1',
          scope: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
          cryptographic_binding_methods_supported: ['jwk'],
          credential_signing_alg_values_supported: ['ES256'],
          proof_types_supported: {
            jwt: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: {} },
            attestation: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: {} },
          },
          credential_metadata: credentialMetadata('eu-pid-device-bound'),
        },
        'urn:eu.europa.ec.eudi:pid:1.mdoc.key-attestation-required': {
          ...mdoc('urn:eu.europa.ec.eudi:pid:1.mdoc.key-attestation-required'),
          proof_types_supported: {
            jwt: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: {} },
            attestation: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: {} },
          },
        },
      },
    })
  })

  it('of the jwt-proof-only issuer offers jwt and does not speak of key attestations', () => {
    expect(build(euPidJwtProofOnly).credential_configurations_supported).toEqual({
      'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof': {
        format: 'dc+sd-jwt',
        vct: 'urn:eudi:pid:1',
        scope: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof',
        cryptographic_binding_methods_supported: ['jwk'],
        credential_signing_alg_values_supported: ['ES256'],
        proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
        credential_metadata: credentialMetadata('eu-pid-jwt-proof-only'),
      },
      'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof': {
        ...mdoc('urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof'),
        proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
      },
    })
  })

  it('publishes levels of key attestations only as non-empty arrays', () => {
    const proofTypes = (changes: Partial<IssuerMetadataInput>) =>
      Object.values(build(euPidDeviceBound, changes).credential_configurations_supported)[0]?.proof_types_supported
    expect(proofTypes({ keyStorageLevels: ['iso_18045_high'] })?.jwt?.key_attestations_required).toEqual({
      key_storage: ['iso_18045_high'],
    })
    expect(proofTypes({ userAuthLevels: ['iso_18045_moderate'] })?.attestation?.key_attestations_required).toEqual({
      user_authentication: ['iso_18045_moderate'],
    })
  })

  it('leaves levels out where no key attestation is needed', () => {
    const entries = build(euPidJwtProofOnly, {
      keyStorageLevels: ['iso_18045_high'],
    }).credential_configurations_supported
    expect(JSON.stringify(entries)).not.toContain('key_attestations_required')
  })

  it('publishes notification and encryption only when they are on', () => {
    const encryption = {
      credential_request_encryption: { encryption_required: false },
      credential_response_encryption: { encryption_required: false },
    }
    expect(build(euPidDeviceBound, { notificationEndpoint: true, encryption })).toMatchObject({
      notification_endpoint: 'https://capture.example/issuers/eu-pid-device-bound/notification',
      ...encryption,
    })
    const members = Object.keys(build(euPidDeviceBound, { notificationEndpoint: false }))
    expect(members).toEqual([
      'credential_issuer',
      'credential_endpoint',
      'nonce_endpoint',
      'display',
      'credential_configurations_supported',
    ])
  })

  it('satisfies its own schema, for every issuer', () => {
    for (const configuration of issuerConfigurations) {
      expect(zIssuerMetadata.safeParse(build(configuration)).success).toBe(true)
    }
  })

  it('gives every configuration of the service a scope of its own, and no claim path twice', () => {
    const entries = issuerConfigurations.flatMap((configuration) =>
      Object.values(build(configuration).credential_configurations_supported),
    )
    expect(new Set(entries.map(({ scope }) => scope)).size).toBe(entries.length)
    for (const { credential_metadata } of entries) {
      const paths = credential_metadata.claims.map(({ path }) => JSON.stringify(path))
      expect(new Set(paths).size).toBe(paths.length)
    }
  })
})
