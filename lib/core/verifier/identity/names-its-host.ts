import type { RequestContext } from '../../engine/endpoints/request-context'
import { hasDnsName, verifierHost } from './verifier-host'

/**
 * Whether the certificate of the verifier names its host as a DNS name. One of an operator's own may not. OID4VP-1FINAL-5.9.3
 */
export function namesItsHost({ settings, ports }: Pick<RequestContext, 'settings' | 'ports'>): boolean {
  if (!hasDnsName(settings.baseUrl)) return false
  const read = ports.trustAnchors('credential_issuer')(ports.verifierKeys.requestSigner.x5c)
  return read.readable && read.certificates[0].subjectAlternativeNames.includes(`DNS:${verifierHost(settings.baseUrl)}`)
}
