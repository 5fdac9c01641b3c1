import { WalletStop } from '../../errors'
import { mediaType } from '../../http/wire'
import { readJsonObject } from '../../json'
import { aroundStep, requireJson, sendStep } from '../../step'
import type { Run } from '../run'
import { type CredentialOffer, readCredentialOffer } from './credential-offer'
import { parseDeeplink } from './deeplink'

/**
 * The offer that a link carries or points to (OID4VCI-1FINAL-4.1.2, 4.1.3).
 *
 * @throws WalletStop, Refused
 */
export async function obtainOffer(run: Run, deeplink: string): Promise<CredentialOffer> {
  const link = parseDeeplink(deeplink)
  if (link.kind === 'value') return readCredentialOffer(link.offer)
  run.facts.offerUrl = link.url
  const answer = await aroundStep(run, 'offer', () =>
    sendStep(run, {
      step: 'offer',
      method: 'GET',
      url: link.url,
      headers: [['Accept', 'application/json']],
      learned: ({ headers, body }) =>
        mediaType(headers) === 'application/json' && readJsonObject(body) !== null
          ? 'the credential offer'
          : 'not an offer',
    }),
  )
  const offer = requireJson('offer', answer)
  if (offer.credential_issuer === undefined) throw new WalletStop('The offer has no credential_issuer')
  return readCredentialOffer(offer)
}
