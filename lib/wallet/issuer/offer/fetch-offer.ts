import { WalletStop } from '../../errors'
import { mediaType } from '../../http/wire'
import { type JsonObject, readJsonObject } from '../../json'
import { aroundStep, requireJson, sendStep } from '../../step'
import { type Run, requireThat, skipsRule } from '../run'
import { type CredentialOffer, readCredentialOffer } from './credential-offer'

/** The offer that a link contains or points to (OID4VCI-1FINAL-4.1.2, 4.1.3). @throws WalletStop, Refused */
export async function obtainOffer(run: Run, deeplink: string): Promise<CredentialOffer> {
  const link = parseDeeplink(deeplink, (message) => requireThat(run, 'offer_link', false, message))
  if (link.kind === 'value') return readCredentialOffer(assumedOffer(run, link.offer))
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

/** The offer, completed from what a careless wallet has in mind: the issuer it used last, and whatever that offers. */
const assumedOffer = (run: Run, offer: JsonObject): JsonObject => ({
  ...(offer.credential_issuer === undefined && run.lastIssuer !== null && skipsRule(run, 'offer_issuer')
    ? { credential_issuer: run.lastIssuer }
    : {}),
  ...(offer.credential_configuration_ids === undefined && skipsRule(run, 'configuration')
    ? { credential_configuration_ids: ['any'] }
    : {}),
  ...offer,
})

/**
 * Reads a credential offer link of any scheme, such as `openid-credential-offer://` or `haip-vci://`. It must contain
 * exactly one of `credential_offer` and `credential_offer_uri`, once (OID4VCI-1FINAL-4.1).
 *
 * @param onSeveral called for a link with several of them, of which the first reference or else the first value counts;
 *   stops by default
 * @throws WalletStop when it is not a credential offer link
 */
export function parseDeeplink(text: string, onSeveral: (message: string) => void = stop): Deeplink {
  const link = text.trim()
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:/.test(link)) throw new WalletStop('The link does not begin with a scheme')
  const question = link.indexOf('?')
  if (question === -1) throw new WalletStop('The link carries no parameters')
  const query = new URLSearchParams(link.slice(question + 1).split('#')[0])
  const byValue = query.getAll('credential_offer')
  const byReference = query.getAll('credential_offer_uri')
  const count = byValue.length + byReference.length
  if (count === 0) stop(needsOne)
  if (count > 1) onSeveral(needsOne)
  const url = byReference[0]
  if (url !== undefined) return { kind: 'reference', url }
  const offer = readJsonObject(byValue[0] ?? '')
  if (offer === null) throw new WalletStop('credential_offer is not a JSON object')
  return { kind: 'value', offer }
}

const needsOne = 'The link needs exactly one of credential_offer and credential_offer_uri'

function stop(message: string): never {
  throw new WalletStop(message)
}

/** A credential offer link: the offer itself, or the URL to fetch it from. */
type Deeplink = { kind: 'value'; offer: JsonObject } | { kind: 'reference'; url: string }
