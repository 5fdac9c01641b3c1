import 'reflect-metadata'
import { webcrypto, type X509Certificate } from 'node:crypto'
import { X509Certificate as ParsedCertificate, X509Crl } from '@peculiar/x509'
import { type AccessReason, finding, type TrustFinding } from '../finding'
import { clockSkewMillis, type TrustContext } from '../trust-context'
import { judgeChain, policiesOf, revocationAddresses } from './certificate-content'

/** The policies of access certificates: NCP-n, NCP-l, QCP-n and QCP-l with the suffix eudiwrp (E4118-5.3). */
const accessPolicies: readonly string[] = [0, 1, 2, 3].map((last) => `0.4.0.194118.1.${last + 1}`)

/** Descriptions of chains that do not end at an anchor. */
const brokenEnds = {
  unreadable: ['access_unreadable', 'is missing, or is not that of a party'],
  with_anchor: ['access_unreadable', 'brings its trust anchor along'],
  expired: ['access_expired', 'is not valid at this time'],
  broken: ['access_broken', 'is not signed by the authority that it names'],
  unknown_anchor: ['access_untrusted', 'is by an authority that the wallet does not trust'],
} as const satisfies Record<string, readonly [AccessReason, string]>

/**
 * Evaluates an access certificate: its chain ends at an authority of the wallet, it is valid, not revoked and has an
 * access certificate policy (ARF3-RPA_04, E4118-6.6.1).
 * @param x5c - certificates in base64 of DER, leaf first, without the anchor
 * @param authorities - null where the wallet cannot tell whom to trust
 * @returns the leaf beside the findings; null where it cannot be read
 */
export async function judgeAccessCertificate(
  context: TrustContext,
  x5c: readonly string[],
  authorities: readonly X509Certificate[] | null,
): Promise<{ leaf: X509Certificate | null; findings: TrustFinding[] }> {
  const chain = judgeChain(x5c, authorities ?? [], context.now)
  const { leaf } = chain
  if (chain.ends !== 'at_anchor') {
    const isUnjudged = authorities === null && chain.ends === 'unknown_anchor'
    const [reason, what] = isUnjudged
      ? (['access_not_judged', 'is by an authority of which the wallet cannot tell'] as const)
      : brokenEnds[chain.ends]
    return { leaf, findings: [wrong(reason, what)] }
  }
  const findings: TrustFinding[] = []
  const policies = policiesOf(chain.leaf)
  if (!policies.some((policy) => accessPolicies.includes(policy)))
    findings.push(wrong('access_no_policy', 'has no policy of access certificates'))
  const revocation = await revocationOf(context, chain.leaf, chain.issuer)
  if (revocation === 'revoked') findings.push(wrong('access_revoked', 'is revoked'))
  if (revocation === 'unknown')
    findings.push(wrong('access_revocation_unknown', 'names a revocation list that cannot be read'))
  return { leaf: chain.leaf, findings }
}

const wrong = (reason: AccessReason, what: string) => finding(reason, `The access certificate ${what}`)

/** What a certificate's revocation lists say about it; null if it names none. */
async function revocationOf(
  context: TrustContext,
  certificate: X509Certificate,
  issuer: X509Certificate,
): Promise<'good' | 'revoked' | 'unknown' | null> {
  const addresses = revocationAddresses(certificate)
  if (addresses.length === 0) return null
  for (const address of addresses) {
    const fetched = await context.fetch('revocation_list', address, 'application/pkix-crl')
    const said = fetched === null ? null : await statusIn(fetched.bytes, { certificate, issuer, now: context.now })
    if (said !== null) return said
  }
  return 'unknown'
}

/** Extensions of a revocation list that this wallet understands: its number and its key (RFC5280-5.2). */
const understood: ReadonlySet<string> = new Set(['2.5.29.20', '2.5.29.35'])

/**
 * What a revocation list says about a certificate; null for a list that is malformed, not current, or not from the
 * certificate's issuer (RFC5280-6.3.3). Never throws because of the list's content.
 * @param bytes - DER, or PEM
 */
export async function statusIn(
  bytes: Buffer,
  { certificate, issuer, now }: { certificate: X509Certificate; issuer: X509Certificate; now: number },
): Promise<'good' | 'revoked' | null> {
  try {
    const isPem = bytes.subarray(0, 10).toString('latin1') === '-----BEGIN'
    const list = new X509Crl(isPem ? bytes.toString('latin1') : new Uint8Array(bytes))
    const authority = new ParsedCertificate(issuer.raw)
    const { thisUpdate, nextUpdate } = list
    if (list.issuer !== authority.subject || thisUpdate.getTime() > now + clockSkewMillis) return null
    if (nextUpdate === undefined || nextUpdate.getTime() <= now) return null
    if (list.extensions.some(({ critical, type }) => critical && !understood.has(type))) return null
    if (!(await list.verify({ publicKey: authority.publicKey }, webcrypto as Crypto))) return null
    return list.findRevoked(certificate.serialNumber.toLowerCase()) === null ? 'good' : 'revoked'
  } catch {
    return null
  }
}
