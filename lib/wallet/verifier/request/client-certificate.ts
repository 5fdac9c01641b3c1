import { createHash, type X509Certificate } from 'node:crypto'
import { WalletStop } from '../../errors'
import { isSelfSigned } from '../../jose/issuing'
import type { CompactJws } from '../../jose/jws'
import { readSigningCertificate } from '../../jose/signing-certificate'
import { stringsMember } from '../../json'
import type { Run } from '../run'
import { RequestRefused } from './request-refused'

/**
 * The certificate that a request is signed with, of the `x5c` in its header. Its chain ends at a root of this wallet where the
 * wallet has any, and holds no trust anchor (OID4VP-1FINAL-5.9.3, HAIP-1FINAL-5).
 *
 * @throws RequestRefused
 */
export function clientCertificate({ clock, trustAnchors, trust }: Run, { header }: CompactJws): X509Certificate {
  const x5c = stringsMember(header, 'x5c')
  if (x5c === null || x5c.length === 0) return refuse('there is no x5c')
  try {
    // Where trust is evaluated, it is known only after this who may issue access certificates.
    const anchors = trust === null ? trustAnchors : []
    const { leaf, chain } = readSigningCertificate({ x5c, nowMillis: clock(), anchors, of: 'verifier' })
    if (chain.some(isSelfSigned)) refuse('x5c holds a trust anchor')
    return leaf
  } catch (error) {
    if (!(error instanceof WalletStop)) throw error
    return refuse(error.message)
  }
}

/**
 * Verifies what the two client identifier prefixes that a certificate authenticates say of it, and for a DNS name of the address that
 * gets the response: the wallet trusts no client to choose another host (OID4VP-1FINAL-5.9.3).
 *
 * @throws RequestRefused
 */
export function requireCertified({ facts }: Run, clientId: string, leaf: X509Certificate, responseUri: unknown): void {
  const [prefix, name = ''] = clientId.split(/:(.*)/s)
  if (prefix === 'x509_hash') {
    if (name !== certificateHash(leaf)) invalid('The client_id is not the hash of the certificate')
    return
  }
  // DNS names are compared without regard to case (RFC5280-7.2), and URLs hold them in lower case.
  const host = name.toLowerCase()
  if (!dnsNames(leaf.subjectAltName).includes(host)) invalid('The certificate does not name the client_id')
  // A browser takes the response to the page that asked, so the request names no address.
  if (facts.browser !== null) return
  if (typeof responseUri !== 'string' || !URL.canParse(responseUri) || new URL(responseUri).hostname !== host)
    invalid('The host of the response_uri is not the client_id')
}

const dnsNames = (subjectAltName: string | undefined): string[] =>
  (subjectAltName ?? '').split(', ').flatMap((name) => (name.startsWith('DNS:') ? name.slice(4).toLowerCase() : []))

/** The hash of a certificate as the prefix `x509_hash` has it (OID4VP-1FINAL-5.9.3). */
const certificateHash = ({ raw }: X509Certificate): string => createHash('sha256').update(raw).digest('base64url')

function invalid(description: string): never {
  throw new RequestRefused('invalid_request', description)
}

function refuse(what: string): never {
  throw new RequestRefused('invalid_request_object', `The request object is not usable: ${what}`)
}
