import { isObject, type Json } from '@/lib/core/ground/values/json'

/** What a deeplink carries: the offer itself, or its URL. */
export type OfferInDeeplink =
  | { readonly mode: 'value'; readonly offer: Readonly<Record<string, unknown>> }
  | { readonly mode: 'reference'; readonly url: string }
  | { readonly mode: 'unreadable' }

/** Reads the offer out of a deeplink. Never throws. @see OID4VCI-1FINAL-4.1 */
export function offerOfDeeplink(deeplink: string): OfferInDeeplink {
  const query = new URLSearchParams(deeplink.slice(deeplink.indexOf('?') + 1))
  const url = query.get('credential_offer_uri')
  if (url !== null) return { mode: 'reference', url }
  try {
    const offer: Json = JSON.parse(query.get('credential_offer') ?? '')
    return isObject(offer) ? { mode: 'value', offer } : { mode: 'unreadable' }
  } catch {
    return { mode: 'unreadable' }
  }
}
