import { WalletStop } from '../../errors'
import { type HeaderList, mediaType } from '../../http/wire'
import { applyPatch } from '../../misbehaviours/apply'
import { randomText } from '../../run'
import { aroundStep, requireSuccess, sendStep } from '../../step'
import type { AuthorizationLink } from '../authorization-link'
import type { Run } from '../run'
import { walletMetadata } from './wallet-metadata'

/** Of request objects, signed or encrypted (OID4VP-1FINAL-5.10.1, RFC9101-4). */
export const requestMediaType = 'application/oauth-authz-req+jwt'

/** A request object as it came. */
export interface ObtainedRequest {
  /** Compact JWS or JWE. */
  compact: string
  /** That of the answer to the fetch; null for a request in the link. */
  mediaType: string | null
}

/**
 * The request object that a link contains or points to: fetched by GET (RFC9101-5.2.3), or by POST with a nonce and the
 * wallet metadata where the link allows it (OID4VP-1FINAL-5.10). Follows no redirects, and fetches nothing from where a registered
 * verifier has no requests.
 *
 * @throws WalletStop, Refused
 */
export async function obtainRequestObject(
  run: Run,
  request: Exclude<AuthorizationLink['request'], { kind: 'parameters' }>,
): Promise<ObtainedRequest> {
  if (request.kind === 'value') return { compact: request.compact, mediaType: null }
  requireRegisteredPlace(run, request.url)
  const post = request.method === 'post' && run.profile.fetch === 'as_asked'
  const answer = await aroundStep(run, 'request_object', () => {
    applyPatch(run, 'request_object', run.misbehaviour?.patchFacts, run.facts)
    return sendStep(run, {
      step: 'request_object',
      url: request.url,
      isPlainAllowed: run.profile.verification === 'none',
      ...(post ? postOf(run) : { method: 'GET', headers: [['Accept', requestMediaType]] satisfies HeaderList }),
      learned: ({ body }) => `the request${body.split('.').length === 5 ? ', encrypted' : ''}`,
    })
  })
  if (run.profile.verification === 'full') requireSuccess('request_object', answer)
  return { compact: answer.body.trim(), mediaType: mediaType(answer.headers) }
}

/**
 * The addresses that a verifier registered are all that ties one to a client: no other prefix says where requests are
 * (OID4VP-1FINAL-15.8.2).
 */
function requireRegisteredPlace({ registeredVerifiers, facts, profile }: Run, url: string): void {
  const requestUris = registeredVerifiers.find(({ clientId }) => clientId === facts.link?.clientId)?.requestUris ?? []
  if (requestUris.length === 0 || requestUris.includes(url) || profile.verification === 'none') return
  throw new WalletStop('The request_uri is not one that the verifier registered')
}

function postOf(run: Run): { method: string; headers: HeaderList; body: string } {
  const { facts, profile, misbehaviour } = run
  const form: [string, string][] = []
  if (profile.walletNonce) {
    facts.walletNonce ??= randomText(run, 32)
    form.push(['wallet_nonce', facts.walletNonce])
  }
  if (profile.walletMetadata !== 'none') {
    const metadata = applyPatch(run, 'request_object', misbehaviour?.patchWalletMetadata, walletMetadata(run))
    form.push(['wallet_metadata', JSON.stringify(metadata)])
  }
  applyPatch(run, 'request_object', misbehaviour?.patchForm, form)
  return {
    method: 'POST',
    headers: [
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['Accept', requestMediaType],
    ],
    body: new URLSearchParams(form).toString(),
  }
}
