import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import type { LaboratoryTrust } from '@/lib/core/shared/ports/laboratory'
import { laboratoryIssuerId } from '@/lib/core/shared/ports/laboratory'
import { credentialIssuer } from '@/lib/core/shared/ports/uris'
import { addSeconds, type EpochMillis } from '@/lib/core/shared/time/time'
import type { TrustService } from '@/lib/core/shared/trust/organization'
import { listOperator, testOrganization } from '@/lib/core/shared/trust/organization'
import { trustAddress } from '@/lib/core/shared/trust/trust-addresses'
import {
  digitalSignature,
  hostName,
  issuerAlternativeName,
  type LeafPurpose,
  mdocReaderAuthentication,
  mdocSigner,
  notCa,
} from '../certificate-profiles'
import { oid, sequence } from '../chain/der'
import type { CertificateProfile, DistinguishedName } from '../make-certificate'

const daySeconds = 24 * 60 * 60
/** Backdating, for wallets whose clock is slow. */
const backdatedSeconds = 60 * 60
const authorityDays = 20 * 365
/** The longest validity that web clients accept. */
const leafDays = 398

/** Leaves that expire sooner are renewed when the keys are next opened. */
export const trustRenewalSeconds = 200 * daySeconds

/** Policy of a legal person's access certificate: NCP-l-eudiwrp. TS 119 411-8 section 5.3 */
const accessPolicy = '0.4.0.194118.1.2'
/** Policy of a seal certificate: the normalized certificate policy. EN 319 411-1 section 5.3 */
const sealPolicy = '0.4.0.2042.1.1'
/** Policy of an authority: any. RFC 5280 section 4.2.1.4 */
const anyPolicy = '2.5.29.32.0'

/** `organizationIdentifier` of X.520. */
const organizationIdentifier = '2.5.4.97'

const organization: DistinguishedName = [
  ['C', testOrganization.country],
  ['O', testOrganization.legalName],
  [organizationIdentifier, testOrganization.identifier],
]

const named = (commonName: string): DistinguishedName => [...organization, ['CN', commonName]]

/** An authority of one role. It signs leaves and revocation lists, but no other authority. */
export const authorityProfile = (commonName: string, now: EpochMillis): CertificateProfile => ({
  subject: named(commonName),
  notBefore: addSeconds(now, -backdatedSeconds),
  notAfter: addSeconds(now, authorityDays * daySeconds),
  extensions: [
    new x509.BasicConstraintsExtension(true, 0, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    new x509.CertificatePolicyExtension([anyPolicy]),
  ],
})

/** The validity of a leaf made at this instant. */
export const leafLife = (now: EpochMillis): Pick<CertificateProfile, 'notBefore' | 'notAfter'> => {
  const notBefore = addSeconds(now, -backdatedSeconds)
  return { notBefore, notAfter: addSeconds(notBefore, leafDays * daySeconds) }
}

/** The validity of a leaf that expired a day before this instant. */
export const endedLife = (now: EpochMillis): Pick<CertificateProfile, 'notBefore' | 'notAfter'> => {
  const notAfter = addSeconds(now, -daySeconds)
  return { notBefore: addSeconds(notAfter, -leafDays * daySeconds), notAfter }
}

/** Subject of a registrar's signer. */
export const registrarSubject = (commonName: string): DistinguishedName => named(commonName)

/** Signs registration certificates, or their status lists. */
export const registrarProfile = (subject: DistinguishedName, now: EpochMillis): CertificateProfile => ({
  subject,
  ...leafLife(now),
  extensions: [notCa, digitalSignature],
})

/** Subject of the list operator, equal to territory and operator of the lists. TS 119 602 section 6.8 */
const operatorSubject: DistinguishedName = [
  ['C', listOperator.territory],
  ['O', listOperator.name],
]

/** Signs lists, and is self-signed. Valid as long as an authority, because wallets are configured with it once. */
export const operatorProfile = (now: EpochMillis): CertificateProfile => ({
  subject: operatorSubject,
  notBefore: addSeconds(now, -backdatedSeconds),
  notAfter: addSeconds(now, authorityDays * daySeconds),
  extensions: [notCa, digitalSignature],
})

/** Subject of an access certificate: the organisation, and one of its services by id and trade name. */
const accessSubject = (service: TrustService): DistinguishedName => [
  ...organization,
  ['OU', testOrganization.services[service].id],
  ['CN', testOrganization.services[service].tradeName],
]

/**
 * The access certificate of a service. Only basic constraints and key usage are critical (EN 319 412-1 GEN-4.1-2); its
 * alternative names give contacts. TS 119 411-8 section 6.6.1
 */
export const accessProfile = ({
  service,
  baseUrl,
  authority,
  revocationList,
  life,
  policies = [accessPolicy],
}: {
  readonly service: TrustService
  readonly baseUrl: string
  /** Name of the signing authority, as in URLs. */
  readonly authority: string
  /** URL of its revocation list. */
  readonly revocationList: string
  readonly life: Pick<CertificateProfile, 'notBefore' | 'notAfter'>
  readonly policies?: readonly string[]
}): CertificateProfile => ({
  subject: accessSubject(service),
  ...life,
  extensions: [
    notCa,
    digitalSignature,
    ...(policies.length === 0 ? [] : [new x509.CertificatePolicyExtension([...policies])]),
    new x509.AuthorityInfoAccessExtension({ caIssuers: trustAddress.authority(baseUrl, authority) }),
    new x509.CRLDistributionPointsExtension([revocationList]),
    new x509.SubjectAlternativeNameExtension([
      { type: 'url', value: trustAddress.support(baseUrl) },
      hostName(baseUrl),
    ]),
    ...(service === 'verifier' ? [new x509.ExtendedKeyUsageExtension([mdocReaderAuthentication], false)] : []),
  ],
})

/**
 * Statements that mark a PID provider, `id-etsi-qct-pid`: as a type (EN 319 412-5 section 4.2.3), which the EU library
 * now requires, and as a statement of its own, which it required before. TS 119 412-6 section 4.5
 */
const pidStatements = (() => {
  const pid = oid('0.4.0.194126.1.1')
  const asType = sequence(oid('0.4.0.1862.1.6'), sequence(pid))
  return new x509.Extension('1.3.6.1.5.5.7.1.3', false, sequence(asType, sequence(pid)))
})()

/**
 * The seal certificate of a laboratory, for SD-JWT VCs or for mdocs. Only key usage and basic constraints are critical
 * (TS 119 412-6 PID-4.1-02); so is the extended key usage if mdocs are signed as in ISO/IEC 18013-5 table B.3.
 */
export const sealProfile = ({
  laboratoryId,
  purpose,
  mdocSigner: rule,
  baseUrl,
  authority,
  now,
  statesPid = true,
}: {
  readonly laboratoryId: string
  readonly purpose: LeafPurpose
  readonly mdocSigner: LaboratoryTrust['mdocSigner']
  readonly baseUrl: string
  readonly authority: string
  readonly now: EpochMillis
  readonly statesPid?: boolean
}): CertificateProfile => {
  const issuerId = laboratoryIssuerId(laboratoryId)
  const forMdocs = [
    ...(rule === 'iso' ? [] : [notCa]),
    digitalSignature,
    new x509.ExtendedKeyUsageExtension([mdocSigner], rule === 'iso'),
    issuerAlternativeName,
  ]
  const forCredentials = [
    notCa,
    digitalSignature,
    new x509.SubjectAlternativeNameExtension([
      hostName(baseUrl),
      { type: 'url', value: credentialIssuer(baseUrl, issuerId) },
    ]),
  ]
  return {
    subject: named(`${issuerId} ${purpose} signer`),
    ...leafLife(now),
    extensions: [
      ...(purpose === 'mdoc' ? forMdocs : forCredentials),
      new x509.CertificatePolicyExtension([sealPolicy]),
      new x509.AuthorityInfoAccessExtension({ caIssuers: trustAddress.authority(baseUrl, authority) }),
      ...(statesPid ? [pidStatements] : []),
    ],
  }
}
