import type { Json } from '../values/json'

/** CDDL types used by the mdoc encoding of the PID. */
type MdocType = 'tstr' | 'full-date' | 'bstr' | 'uint' | 'array of tstr' | 'place'

/** One PID attribute with its name in each encoding. */
export interface PidAttribute {
  /** Data identifier of the rulebook. */
  readonly identifier: string
  /** Path of the claim in an SD-JWT VC. */
  readonly sdJwtPath: readonly [string, ...string[]]
  /** Element in the PID namespace; `null` if that encoding has none. `bstr` values are given as base64. */
  readonly mdoc: { readonly element: string; readonly type: MdocType } | null
  readonly display: { readonly en: string; readonly it: string }
}

/** An attribute with its value for the test subject. */
export interface PidValue extends PidAttribute {
  readonly value: Json
}

/**
 * The PID attributes (EU PID Rulebook 1.7, sections 2.2 to 2.6) in catalogue order, with the claim of section 4.1 and
 * the element of section 3.1.2. `resident_house_number` no longer has an element.
 */
export const pidAttributes = [
  {
    identifier: 'family_name',
    sdJwtPath: ['family_name'],
    mdoc: { element: 'family_name', type: 'tstr' },
    display: { en: 'Family name', it: 'Cognome' },
  },
  {
    identifier: 'given_name',
    sdJwtPath: ['given_name'],
    mdoc: { element: 'given_name', type: 'tstr' },
    display: { en: 'Given name', it: 'Nome' },
  },
  {
    identifier: 'birth_date',
    sdJwtPath: ['birthdate'],
    mdoc: { element: 'birth_date', type: 'full-date' },
    display: { en: 'Date of birth', it: 'Data di nascita' },
  },
  {
    identifier: 'birth_place',
    sdJwtPath: ['place_of_birth'],
    mdoc: { element: 'place_of_birth', type: 'place' },
    display: { en: 'Place of birth', it: 'Luogo di nascita' },
  },
  {
    identifier: 'nationality',
    sdJwtPath: ['nationalities'],
    mdoc: { element: 'nationality', type: 'array of tstr' },
    display: { en: 'Nationality', it: 'Cittadinanza' },
  },
  {
    identifier: 'portrait',
    sdJwtPath: ['picture'],
    mdoc: { element: 'portrait', type: 'bstr' },
    display: { en: 'Portrait', it: 'Fotografia' },
  },
  {
    identifier: 'resident_address',
    sdJwtPath: ['address', 'formatted'],
    mdoc: { element: 'resident_address', type: 'tstr' },
    display: { en: 'Full address', it: 'Indirizzo completo' },
  },
  {
    identifier: 'resident_country',
    sdJwtPath: ['address', 'country'],
    mdoc: { element: 'resident_country', type: 'tstr' },
    display: { en: 'Country', it: 'Paese' },
  },
  {
    identifier: 'resident_state',
    sdJwtPath: ['address', 'region'],
    mdoc: { element: 'resident_state', type: 'tstr' },
    display: { en: 'Region', it: 'Regione' },
  },
  {
    identifier: 'resident_city',
    sdJwtPath: ['address', 'locality'],
    mdoc: { element: 'resident_city', type: 'tstr' },
    display: { en: 'City', it: 'Città' },
  },
  {
    identifier: 'resident_postal_code',
    sdJwtPath: ['address', 'postal_code'],
    mdoc: { element: 'resident_postal_code', type: 'tstr' },
    display: { en: 'Postal code', it: 'Codice postale' },
  },
  {
    identifier: 'resident_street',
    sdJwtPath: ['address', 'street_address'],
    mdoc: { element: 'resident_street', type: 'tstr' },
    display: { en: 'Street', it: 'Via' },
  },
  {
    identifier: 'resident_house_number',
    sdJwtPath: ['address', 'house_number'],
    mdoc: null,
    display: { en: 'House number', it: 'Numero civico' },
  },
  {
    identifier: 'personal_administrative_number',
    sdJwtPath: ['personal_administrative_number'],
    mdoc: { element: 'personal_administrative_number', type: 'tstr' },
    display: { en: 'Personal administrative number', it: 'Numero amministrativo personale' },
  },
  {
    identifier: 'family_name_birth',
    sdJwtPath: ['birth_family_name'],
    mdoc: { element: 'family_name_birth', type: 'tstr' },
    display: { en: 'Family name at birth', it: 'Cognome alla nascita' },
  },
  {
    identifier: 'given_name_birth',
    sdJwtPath: ['birth_given_name'],
    mdoc: { element: 'given_name_birth', type: 'tstr' },
    display: { en: 'Given name at birth', it: 'Nome alla nascita' },
  },
  {
    identifier: 'sex',
    sdJwtPath: ['sex'],
    mdoc: { element: 'sex', type: 'uint' },
    display: { en: 'Sex', it: 'Sesso' },
  },
  {
    identifier: 'email_address',
    sdJwtPath: ['email'],
    mdoc: { element: 'email_address', type: 'tstr' },
    display: { en: 'Email address', it: 'Indirizzo email' },
  },
  {
    identifier: 'mobile_phone_number',
    sdJwtPath: ['phone_number'],
    mdoc: { element: 'mobile_phone_number', type: 'tstr' },
    display: { en: 'Mobile phone number', it: 'Numero di cellulare' },
  },
  {
    identifier: 'expiry_date',
    sdJwtPath: ['date_of_expiry'],
    mdoc: { element: 'expiry_date', type: 'full-date' },
    display: { en: 'Expiry date', it: 'Data di scadenza' },
  },
  {
    identifier: 'issuance_date',
    sdJwtPath: ['date_of_issuance'],
    mdoc: { element: 'issuance_date', type: 'full-date' },
    display: { en: 'Issuance date', it: 'Data di rilascio' },
  },
  {
    identifier: 'issuing_authority',
    sdJwtPath: ['issuing_authority'],
    mdoc: { element: 'issuing_authority', type: 'tstr' },
    display: { en: 'Issuing authority', it: 'Autorità di rilascio' },
  },
  {
    identifier: 'issuing_country',
    sdJwtPath: ['issuing_country'],
    mdoc: { element: 'issuing_country', type: 'tstr' },
    display: { en: 'Issuing country', it: 'Paese di rilascio' },
  },
  {
    identifier: 'document_number',
    sdJwtPath: ['document_number'],
    mdoc: { element: 'document_number', type: 'tstr' },
    display: { en: 'Document number', it: 'Numero del documento' },
  },
  {
    identifier: 'issuing_jurisdiction',
    sdJwtPath: ['issuing_jurisdiction'],
    mdoc: { element: 'issuing_jurisdiction', type: 'tstr' },
    display: { en: 'Issuing jurisdiction', it: 'Giurisdizione di rilascio' },
  },
  {
    identifier: 'trust_anchor',
    sdJwtPath: ['trust_anchor'],
    mdoc: { element: 'trust_anchor', type: 'tstr' },
    display: { en: 'Trust anchor', it: 'Ancora di fiducia' },
  },
  {
    identifier: 'attestation_legal_category',
    sdJwtPath: ['attestation_legal_category'],
    mdoc: { element: 'attestation_legal_category', type: 'tstr' },
    display: { en: 'Legal category', it: 'Categoria giuridica' },
  },
] as const satisfies readonly PidAttribute[]

export type PidIdentifier = (typeof pidAttributes)[number]['identifier']

/** Namespace of every element of the PID. EU PID Rulebook 1.7, section 3.1.1. */
export const pidNamespace = 'eu.europa.ec.eudi.pid.1'
