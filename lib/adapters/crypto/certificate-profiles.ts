import 'reflect-metadata'
import { isIP } from 'node:net'
import * as x509 from '@peculiar/x509'
import { documentSigning } from '@/lib/core/campaigns/bundle/signer-certificates'
import { credentialIssuer } from '@/lib/core/shared/ports/uris'
import { addSeconds, type EpochMillis } from '@/lib/core/shared/time/time'
import type { CertificateProfile, DistinguishedName } from './make-certificate'

const daySeconds = 24 * 60 * 60
/**
 * Backdated, so that a wallet whose clock is slightly behind accepts credentials issued right after the first start.
 */
const backdatedSeconds = 60 * 60
const rootDays = 20 * 365
/** ISO/IEC 18013-5 table B.3 limits a document signer to 457 days; we use the same for all leaves. */
const leafDays = 400
/** A leaf that expires sooner is renewed at the next start, so a service can run for half a year without a restart. */
export const leafRenewalSeconds = 200 * daySeconds

/** Extensions that many certificates share: making one takes as long as a signature. */
export const notCa = new x509.BasicConstraintsExtension(false, undefined, true)
export const digitalSignature = new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true)
/** Extended key usage of mdoc signers. ISO/IEC 18013-5 table B.3 */
export const mdocSigner = '1.0.18013.5.1.2'
const forMdocs = new x509.ExtendedKeyUsageExtension([mdocSigner], true)

/** Contact of the issuer, required by ISO/IEC 18013-5; a reserved name that nobody can own (RFC 2606). */
export const issuerAlternativeName = new x509.IssuerAlternativeNameExtension([
  { type: 'email', value: 'test-root@wallet-capture.invalid' },
])

const country = ['C', 'IT'] as const
const organization = ['O', 'Wallet Capture'] as const

const rootSubject: DistinguishedName = [country, organization, ['CN', 'Wallet Capture Test Root']]

/** Subject of the leaves that we issue. A leaf with another subject belongs to the operator and is left untouched. */
export const leafSubject = (issuerConfigurationId: string, purpose: LeafPurpose): DistinguishedName => [
  country,
  organization,
  ['CN', `${issuerConfigurationId} ${purpose} signer`],
]

export type LeafPurpose = 'credential' | 'mdoc'

/**
 * The test root of an installation; signs only leaves. It follows ISO/IEC 18013-5 table B.1, so that it can be used
 * with mdocs.
 */
export const rootProfile = (now: EpochMillis): CertificateProfile => ({
  subject: rootSubject,
  notBefore: addSeconds(now, -backdatedSeconds),
  notAfter: addSeconds(now, rootDays * daySeconds),
  extensions: [
    new x509.BasicConstraintsExtension(true, 0, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    issuerAlternativeName,
  ],
})

/** Role of a laboratory's CA certificate: its root, or the number of an intermediate, counted from one. */
export type LaboratoryCa = 'root' | number

/** The root of a laboratory, which allows intermediates, or one of these. Used for SD-JWT VCs only. */
export const laboratoryCaProfile = (
  { issuerConfigurationId, now, rootNotAfter }: Pick<LeafInput, 'issuerConfigurationId' | 'now' | 'rootNotAfter'>,
  ca: LaboratoryCa,
): CertificateProfile => ({
  subject: [country, organization, ['CN', `${issuerConfigurationId} ${ca === 'root' ? 'root' : `intermediate ${ca}`}`]],
  ...lifeOf(now, rootNotAfter),
  extensions: [
    new x509.BasicConstraintsExtension(true, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  ],
})

/** The inputs of a leaf. It never outlives its root. */
export interface LeafInput {
  readonly issuerConfigurationId: string
  /** Whether the Credential Issuer Identifier ends in a slash. */
  readonly identifierSlash?: boolean
  readonly baseUrl: string
  readonly now: EpochMillis
  readonly rootNotAfter: EpochMillis
}

/**
 * Signs SD-JWT VCs and metadata. Names both the host of the service and the Credential Issuer Identifier, so that a
 * wallet can match `iss` either way. SDJWTVC-3.5
 */
export const credentialLeafProfile = (input: LeafInput): CertificateProfile => ({
  ...leafBase(input, 'credential'),
  extensions: [
    notCa,
    digitalSignature,
    new x509.SubjectAlternativeNameExtension([
      hostName(input.baseUrl),
      {
        type: 'url',
        value: `${credentialIssuer(input.baseUrl, input.issuerConfigurationId)}${input.identifierSlash ? '/' : ''}`,
      },
    ]),
  ],
})

/** Signs mdocs: a document signer (ISO/IEC 18013-5 table B.3) of the same country as its root. */
export const mdocLeafProfile = (input: LeafInput): CertificateProfile => ({
  ...leafBase(input, 'mdoc'),
  extensions: [digitalSignature, forMdocs, issuerAlternativeName],
})

/**
 * Serves https to phones that trust the root. Names only the host, as an IP address if it is one. Apple's systems
 * reject a server certificate that is valid for more than 825 days or lacks the extended key usage.
 */
export const serverLeafProfile = ({
  baseUrl,
  now,
  rootNotAfter,
}: Pick<LeafInput, 'baseUrl' | 'now' | 'rootNotAfter'>): CertificateProfile => ({
  subject: [country, organization, ['CN', 'Wallet Capture web server']],
  ...lifeOf(now, rootNotAfter),
  extensions: [
    notCa,
    digitalSignature,
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth], false),
    new x509.SubjectAlternativeNameExtension([hostName(baseUrl)]),
  ],
})

/**
 * Subject of the verifier's leaf that we issue. A leaf with another subject belongs to the operator and is left
 * untouched.
 */
export const verifierSubject: DistinguishedName = [country, organization, ['CN', 'Wallet Capture verifier']]

/** A verifier's leaf that expires sooner is renewed at the next start. */
export const verifierRenewalSeconds = 30 * daySeconds
/** The longest validity that web clients accept. */
const verifierDays = 398

/**
 * Signs request objects. Names the host of the service and its URL. Reads mdocs too, as a reader certificate of ISO/IEC
 * 18013-5 table B.7. HAIP-5, OID4VP-5.9.3
 */
export const verifierLeafProfile = ({
  baseUrl,
  now,
  rootNotAfter,
}: Pick<LeafInput, 'baseUrl' | 'now' | 'rootNotAfter'>): CertificateProfile => ({
  subject: verifierSubject,
  // Counted from notBefore, which is an hour ago.
  ...lifeOf(now, rootNotAfter, verifierDays),
  extensions: [
    notCa,
    digitalSignature,
    new x509.ExtendedKeyUsageExtension([mdocReaderAuthentication], false),
    new x509.SubjectAlternativeNameExtension([hostName(baseUrl), { type: 'url', value: baseUrl }]),
  ],
})

/** Signs verifier attestations; names their issuer. OID4VP-12 */
export const attestationLeafProfile = ({
  baseUrl,
  now,
  rootNotAfter,
}: Pick<LeafInput, 'baseUrl' | 'now' | 'rootNotAfter'>): CertificateProfile => ({
  subject: [country, organization, ['CN', 'Wallet Capture verifier attestations']],
  ...lifeOf(now, rootNotAfter),
  extensions: [
    notCa,
    digitalSignature,
    new x509.SubjectAlternativeNameExtension([
      hostName(baseUrl),
      { type: 'url', value: `${baseUrl}/verifier-attestations` },
    ]),
  ],
})

/**
 * Subject of the bundle signer that we issue. A leaf with another subject belongs to the operator and is left
 * untouched.
 */
export const statementSubject: DistinguishedName = [country, organization, ['CN', 'Wallet Capture statements']]

/** Signs evidence bundles; names the URL of the service. RFC9336-3.1 */
export const statementLeafProfile = ({
  baseUrl,
  now,
  rootNotAfter,
}: Pick<LeafInput, 'baseUrl' | 'now' | 'rootNotAfter'>): CertificateProfile => ({
  subject: statementSubject,
  ...lifeOf(now, rootNotAfter),
  extensions: [
    notCa,
    digitalSignature,
    new x509.ExtendedKeyUsageExtension([documentSigning], false),
    new x509.SubjectAlternativeNameExtension([{ type: 'url', value: baseUrl }]),
  ],
})

/** Extended key usage of mdoc readers. ISO/IEC 18013-5 table B.7 */
export const mdocReaderAuthentication = '1.0.18013.5.1.6'

/** Subjects of the CA certificates behind request signers that no wallet should accept. */
const wrongCaNames = { untrusted: 'Wallet Capture Unpublished Root', intermediate: 'Wallet Capture Unsent CA' } as const

/** A root that is published nowhere, or a CA certificate that is never sent. */
export const wrongCaProfile = (
  ca: keyof typeof wrongCaNames,
  { now, notAfter }: { readonly now: EpochMillis; readonly notAfter: EpochMillis },
): CertificateProfile => ({
  subject: [country, organization, ['CN', wrongCaNames[ca]]],
  ...lifeOf(now, notAfter, rootDays),
  extensions: [
    new x509.BasicConstraintsExtension(true, 0, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  ],
})

const leafBase = ({ issuerConfigurationId, now, rootNotAfter }: LeafInput, purpose: LeafPurpose) => ({
  subject: leafSubject(issuerConfigurationId, purpose),
  ...lifeOf(now, rootNotAfter),
})

const lifeOf = (now: EpochMillis, rootNotAfter: EpochMillis, days = leafDays) => ({
  notBefore: addSeconds(now, -backdatedSeconds),
  notAfter: earlier(addSeconds(now, days * daySeconds), rootNotAfter),
})

const earlier = (a: EpochMillis, b: EpochMillis): EpochMillis => (a < b ? a : b)
/** Host of the service without brackets. An IP address is not a DNS name (RFC 5280 section 4.2.1.6). */
export const hostOf = (baseUrl: string): string => new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1')

/** The host of the service as an alternative name. */
export function hostName(baseUrl: string): x509.JsonGeneralName {
  const host = hostOf(baseUrl)
  return isIP(host) === 0 ? { type: 'dns', value: host } : { type: 'ip', value: host }
}
