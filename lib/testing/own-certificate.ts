import 'reflect-metadata'
import type { KeyObject, X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { type DistinguishedName, makeCertificate } from '@/lib/adapters/crypto/make-certificate'
import { addSeconds, epochMillis } from '@/lib/core/shared/time/time'
import { newPrivateKey } from './new-private-key'

const daySeconds = 86_400

/** An organisation's access certificate under its own authority, with the key. */
export interface OwnCertificateSample {
  readonly key: KeyObject
  readonly leaf: X509Certificate
  readonly anchor: X509Certificate
  readonly chain: string
  readonly privateKey: string
}

export const ownOrganization: DistinguishedName = [
  ['C', 'DE'],
  ['O', 'Example Bank'],
  ['2.5.4.97', 'NTRDE-HRB123456'],
  ['OU', 'Accounts'],
  ['CN', 'Example Bank Online'],
]

export async function makeOwnCertificate({
  subject = ownOrganization,
  days = 30,
  isAuthority = false,
  policies = ['0.4.0.194118.1.2'],
}: {
  readonly subject?: DistinguishedName
  /** Negative if it has expired. */
  readonly days?: number
  readonly isAuthority?: boolean
  readonly policies?: readonly string[]
} = {}): Promise<OwnCertificateSample> {
  const [key, authority] = [newPrivateKey(), newPrivateKey()]
  const now = epochMillis(Date.now())
  const life = { notBefore: addSeconds(now, -90 * daySeconds), notAfter: addSeconds(now, 90 * daySeconds) }
  const anchor = await makeCertificate(
    authority,
    { privateKey: authority, certificate: null },
    {
      ...life,
      subject: [['CN', 'Example Access CA']],
      extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
    },
  )
  const leaf = await makeCertificate(
    key,
    { privateKey: authority, certificate: anchor },
    {
      ...life,
      notAfter: addSeconds(now, days * daySeconds),
      subject,
      extensions: [
        new x509.BasicConstraintsExtension(isAuthority, undefined, true),
        ...(policies.length === 0 ? [] : [new x509.CertificatePolicyExtension([...policies])]),
      ],
    },
  )
  return {
    key,
    leaf,
    anchor,
    chain: leaf.toString(),
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
