import 'reflect-metadata'
import { createHash, type X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'

/** Each extension by name, with its content and whether it is critical. */
export const extensionsOf = ({ raw }: X509Certificate) =>
  Object.fromEntries(
    new x509.X509Certificate(raw).extensions.map((one) => [
      names[one.type] ?? one.type,
      [saidBy(one), one.critical ? 'critical' : 'not critical'],
    ]),
  )

const names: Readonly<Record<string, string>> = {
  '2.5.29.14': 'subjectKeyIdentifier',
  '2.5.29.15': 'keyUsage',
  '2.5.29.17': 'subjectAltName',
  '2.5.29.18': 'issuerAltName',
  '2.5.29.19': 'basicConstraints',
  '2.5.29.31': 'crlDistributionPoints',
  '2.5.29.32': 'certificatePolicies',
  '2.5.29.35': 'authorityKeyIdentifier',
  '2.5.29.37': 'extendedKeyUsage',
  '1.3.6.1.5.5.7.1.1': 'authorityInfoAccess',
  '1.3.6.1.5.5.7.1.3': 'qcStatements',
}

function saidBy(one: x509.Extension): unknown {
  if (one instanceof x509.BasicConstraintsExtension) return { ca: one.ca, pathLength: one.pathLength }
  if (one instanceof x509.KeyUsagesExtension) return one.usages
  if (one instanceof x509.CertificatePolicyExtension) return one.policies
  if (one instanceof x509.AuthorityInfoAccessExtension) return one.caIssuers.map(({ value }) => value)
  if (one instanceof x509.CRLDistributionPointsExtension)
    return one.distributionPoints.map((point) => point.distributionPoint?.fullName?.[0]?.uniformResourceIdentifier)
  if (one instanceof x509.SubjectAlternativeNameExtension) return one.names.toJSON()
  if (one instanceof x509.ExtendedKeyUsageExtension) return one.usages
  if (one instanceof x509.SubjectKeyIdentifierExtension) return one.keyId
  if (one instanceof x509.AuthorityKeyIdentifierExtension) return one.keyId
  if (one.type === '2.5.29.18') return new x509.IssuerAlternativeNameExtension(one.rawData).names.toJSON()
  if (one.type === '1.3.6.1.5.5.7.1.3') return Buffer.from(one.value).toString('hex')
  throw new Error(`An extension of a certificate is not read here: ${one.type}`)
}

/** SHA-1 of its public key, hexadecimal. RFC 5280 section 4.2.1.2 */
export const keyId = ({ raw }: X509Certificate) =>
  createHash('sha1')
    .update(Buffer.from(new x509.X509Certificate(raw).publicKey.rawData).subarray(-65))
    .digest('hex')

export const lifeDays = ({ validFrom, validTo }: X509Certificate) =>
  (Date.parse(validTo) - Date.parse(validFrom)) / 86_400_000
