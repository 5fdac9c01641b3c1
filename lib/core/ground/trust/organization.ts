/** The organisation that this installation is in the European trust framework. It is made up, like the persons it knows. */
export const testOrganization = {
  /** Legal name. */
  legalName: 'Wallet Capture',
  /** Semantics identifier of a legal person. EN 319 412-1 section 5.1.4 */
  identifier: 'NTRIT-WALLETCAPTURE',
  country: 'IT',
  /** What it does: the names of its services, each with the trade name that people read. */
  services: {
    verifier: { id: 'verifier', tradeName: 'Wallet Capture Verifier' },
    issuer: { id: 'issuer', tradeName: 'Wallet Capture Issuer' },
  },
} as const

export type TrustService = keyof typeof testOrganization.services

/** Who signs the lists: territory and name are those of the lists. */
export const listOperator = { territory: 'EU', name: 'Wallet Capture Test List Operator' } as const

/** One attribute of the subject of a certificate: its object identifier, and its text. */
export interface SubjectAttribute {
  readonly oid: string
  readonly value: string
}

/** Attributes that have a word of their own here. RFC 5280 appendix A.1, EN 319 412-1 section 5.1.4 */
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

/** What is shown of the subject of a natural person: names of attributes that tell of an organisation or a country. */
const shownOids: ReadonlyMap<string, string> = new Map([
  [subjectOid.country, 'C'],
  [subjectOid.organization, 'O'],
  [subjectOid.organizationIdentifier, 'organizationIdentifier'],
  [subjectOid.unit, 'OU'],
])

/** Policy of access certificates for natural persons, NCP-n-eudiwrp; that of legal persons ends in 2. E4118-6.6.1 */
const naturalPersonPolicy = '0.4.0.194118.1.1'

/** Identifiers of natural persons: passport, identity card, personal number, tax number. EN 319 412-1 section 5.1.3 */
const naturalIdentifier = /^(PAS|IDC|PNO|TAX|TIN)[A-Z]{2}-/

/** Identifiers of legal persons: a register, VAT, LEI, EORI, EUID, excise, a payment service. EN 319 412-1 section 5.1.4 */
const legalIdentifier = /^(NTR|VAT|PSD|LEI|EOR|EUID|EUI|EXC|GLN)[A-Z]{0,2}[-:.]/

/**
 * Whether an own certificate may name a natural person. It does unless it says that it is of an organisation: it names one,
 * and neither a given name, a surname, a pseudonym, a personal identifier nor the policy for natural persons.
 * @see E4118-6.6.1, EN 319 412-2, EN 319 412-3
 */
export const mayNameAPerson = (attributes: readonly SubjectAttribute[], policies: readonly string[]): boolean =>
  !attributes.some(({ oid }) => organizationOids.includes(oid)) ||
  policies.includes(naturalPersonPolicy) ||
  attributes.some(
    ({ oid, value }) => personOids.includes(oid) || (oid === subjectOid.serialNumber && naturalIdentifier.test(value)),
  )

/** Stands where a personal value was. */
export const personRedacted = '[redacted]'

/** The subject without what may name a person: attributes of the organisation and the country remain. */
export const subjectWithoutPerson = (attributes: readonly SubjectAttribute[]): string =>
  [
    ...attributes.flatMap(({ oid, value }) => {
      const name = shownOids.get(oid)
      return name === undefined ? [] : [`${name}=${value}`]
    }),
    ...(attributes.some(({ oid }) => !shownOids.has(oid)) ? [personRedacted] : []),
  ].join(', ')

/** Whether an identifier is one of a legal person. */
export const isLegalIdentifier = (identifier: unknown): boolean =>
  typeof identifier === 'string' && legalIdentifier.test(identifier)
