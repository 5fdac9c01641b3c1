import type { X509Certificate } from 'node:crypto'
import { judgeChain } from '../../trust/certificates/certificate-content'
import { evaluateVerifier } from '../../trust/evaluate-verifier'
import { isFatalInPresentation } from '../../trust/finding'
import { issuersListedAt } from '../../trust/lists/load-anchors'
import { type TrustContext, trustContext } from '../../trust/trust-context'
import type { CredentialQuery, DcqlQuery, TrustedAuthority } from '../dcql/dcql-query'
import type { Run } from '../run'
import type { AuthorizationRequest } from './authorization-request'
import { RequestRefused } from './request-refused'

/**
 * The request to answer once trust in the verifier is evaluated: the original one, or its registered part. Stores the
 * findings in the run's facts.
 * @throws RequestRefused when the wallet must not, or does not want to, go on
 */
export async function requireTrust(run: Run, request: AuthorizationRequest): Promise<AuthorizationRequest> {
  const context = contextOf(run)
  if (context === null) return request
  const { requestSigner: x5c, verifierInfo } = run.facts
  const { clientId, query } = request
  const trust = await evaluateVerifier(context, { clientId, x5c, verifierInfo, query })
  run.facts.trust = trust
  if (trust.refusal === null) return { ...request, query: trust.query }
  if (!isFatalInPresentation(trust.refusal)) throw new RequestRefused('access_denied', trust.refusal.message)
  // Nothing vouches for the address in such a request (OID4VP-1FINAL-14.3.1).
  run.facts.replyTo = null
  throw new RequestRefused('invalid_request_object', trust.refusal.message)
}

/**
 * The query with the data to decide about authorities of the type `etsi_tl`: the issuers on the lists at their
 * addresses (OID4VP-1FINAL-6.1.1.2). A wallet that knows no list operator reads none, and such an authority then
 * vouches for nobody.
 */
export async function withListedIssuers(run: Run, query: DcqlQuery): Promise<DcqlQuery> {
  const context = contextOf(run)
  if (context === null || context.settings.lists === null) return query
  const credentials: CredentialQuery[] = []
  for (const one of query.credentials) {
    const authorities = one.trustedAuthorities
    if (authorities === null) credentials.push(one)
    else credentials.push({ ...one, trustedAuthorities: await readAll(context, authorities) })
  }
  return { ...query, credentials }
}

async function readAll(context: TrustContext, authorities: TrustedAuthority[]): Promise<TrustedAuthority[]> {
  const read: TrustedAuthority[] = []
  for (const authority of authorities) {
    if (authority.type !== 'etsi_tl') {
      read.push(authority)
      continue
    }
    const issuers: X509Certificate[] = []
    for (const url of authority.values) issuers.push(...(await issuersListedAt(context, url)))
    read.push({ ...authority, vouchesFor: (x5c) => judgeChain(x5c, issuers, context.now).ends === 'at_anchor' })
  }
  return read
}

/** Null for a wallet that does not evaluate trust, or believes everything. */
function contextOf(run: Run): TrustContext | null {
  const { trust, profile } = run
  if (trust === null) return null
  return trustContext(run, trust, profile.verification === 'none' ? 'all' : profile.neglects)
}
