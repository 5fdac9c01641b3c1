/** This installation's organisation in the European trust framework, fictitious like its test persons. */
export const testOrganization = {
  legalName: 'Wallet Capture',
  /** Semantics identifier of a legal person. EN 319 412-1 section 5.1.4 */
  identifier: 'NTRIT-WALLETCAPTURE',
  country: 'IT',
  /** Service names, each with the trade name shown to people. */
  services: {
    verifier: { id: 'verifier', tradeName: 'Wallet Capture Verifier' },
    issuer: { id: 'issuer', tradeName: 'Wallet Capture Issuer' },
  },
} as const

export type TrustService = keyof typeof testOrganization.services

/** Signer of the lists; territory and name match those in the lists. */
export const listOperator = { territory: 'EU', name: 'Wallet Capture Test List Operator' } as const

/** An attribute of a certificate subject: object identifier and text. */
export interface SubjectAttribute {
  readonly oid: string
  readonly value: string
}

/** Attributes referred to by name here. RFC 5280 appendix A.1, EN 319 412-1 section 5.1.4 */
export const subjectOid = {
  commonName: '2.5.4.3',
  surname: '2.5.4.4',
  serialNumber: '2.5.4.5',
  country: '2.5.4.6',
  organization: '2.5.4.10',
  unit: '2.5.4.11',
  givenName: '2.5.4.42',
  pseudonym: '2.5.4.65',
  organizationIdentifier: '2.5.4.97',
} as const

const organizationOids: readonly string[] = [subjectOid.organization, subjectOid.organizationIdentifier]

const personOids: readonly string[] = [subjectOid.surname, subjectOid.givenName, subjectOid.pseudonym]

/** Subject attributes shown even for a natural person, because they describe an organisation or country. */
const shownOids: ReadonlyMap<string, string> = new Map([
  [subjectOid.country, 'C'],
  [subjectOid.organization, 'O'],
  [subjectOid.organizationIdentifier, 'organizationIdentifier'],
  [subjectOid.unit, 'OU'],
])

/** Access certificate policy for natural persons, NCP-n-eudiwrp; the one for legal persons ends in 2. E4118-6.6.1 */
const naturalPersonPolicy = '0.4.0.194118.1.1'

/** Identifiers of natural persons: passport, identity card, personal number, tax number. EN 319 412-1 section 5.1.3 */
const naturalIdentifier = /^(PAS|IDC|PNO|TAX|TIN)[A-Z]{2}-/

/** Identifiers of legal persons: a register, VAT, LEI, EORI, EUID, excise, a payment service. EN 319 412-1 section 5.1.4 */
const legalIdentifier = /^(NTR|VAT|PSD|LEI|EOR|EUID|EUI|EXC|GLN)[A-Z]{0,2}[-:.]/

/**
 * Whether an own certificate may name a natural person: true unless it clearly is of an organisation, which it names
 * without given name, surname, pseudonym, personal identifier or the policy for natural persons.
 * @see E4118-6.6.1, EN 319 412-2, EN 319 412-3
 */
export const mayNamePerson = (attributes: readonly SubjectAttribute[], policies: readonly string[]): boolean =>
  !attributes.some(({ oid }) => organizationOids.includes(oid)) ||
  policies.includes(naturalPersonPolicy) ||
  attributes.some(
    ({ oid, value }) => personOids.includes(oid) || (oid === subjectOid.serialNumber && naturalIdentifier.test(value)),
  )

/** Replaces a personal value. */
export const personRedacted = '[redacted]'

/** Removes what may name a person from a subject, keeping attributes of organisation and country. */
export const subjectWithoutPerson = (attributes: readonly SubjectAttribute[]): string =>
  [
    ...attributes.flatMap(({ oid, value }) => {
      const name = shownOids.get(oid)
      return name === undefined ? [] : [`${name}=${value}`]
    }),
    ...(attributes.some(({ oid }) => !shownOids.has(oid)) ? [personRedacted] : []),
  ].join(', ')

/** True for the identifier of a legal person. */
export const isLegalIdentifier = (identifier: unknown): boolean =>
  typeof identifier === 'string' && legalIdentifier.test(identifier)
