import { WalletStop } from '../../errors'
import { type HeaderList, mediaType } from '../../http/wire'
import type { CompactJws } from '../../jose/jws'
import { applyPatch } from '../../misbehaviours/apply'
import { randomText } from '../../run'
import { aroundStep, requireSuccess, sendStep } from '../../step'
import type { AuthorizationLink } from '../authorization-link'
import type { Run } from '../run'
import { openRequestObject } from './verify-request-object'
import { walletMetadata } from './wallet-metadata'

const requestMediaType = 'application/oauth-authz-req+jwt'

/**
 * The request that a link contains or points to, decoded and not verified: fetched by GET (RFC9101-5.2.3), or by POST with a nonce
 * and the wallet metadata where the link allows it (OID4VP-1FINAL-5.10). Follows no redirects. Parameters in the link itself have
 * an empty header.
 *
 * @throws WalletStop, Refused
 */
export async function obtainRequest(run: Run, { request }: AuthorizationLink): Promise<CompactJws> {
  if (request.kind === 'parameters')
    return { header: {}, claims: request.claims, signingInput: '', signature: Buffer.alloc(0) }
  return openRequestObject(run, request.kind === 'value' ? request.compact : await fetchRequestObject(run, request))
}

async function fetchRequestObject(
  run: Run,
  request: Extract<AuthorizationLink['request'], { kind: 'reference' }>,
): Promise<string> {
  const post = request.method === 'post' && run.profile.fetch === 'as_asked'
  const answer = await aroundStep(run, 'request_object', () => {
    applyPatch(run, 'request_object', run.misbehaviour?.patchFacts, run.facts)
    return sendStep(run, {
      step: 'request_object',
      url: request.url,
      ...(post ? postOf(run) : { method: 'GET', headers: [['Accept', requestMediaType]] satisfies HeaderList }),
      learned: ({ body }) => `the request${body.split('.').length === 5 ? ', encrypted' : ''}`,
    })
  })
  if (run.profile.verification === 'full') requireSuccess('request_object', answer)
  if (mediaType(answer.headers) !== requestMediaType)
    throw new WalletStop(`The request_object response is not ${requestMediaType}`)
  return answer.body.trim()
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
