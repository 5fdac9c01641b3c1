import { type Exchange, headerValue, headerValues } from './exchange'

/** Programs that preview links in messages, or index them. */
const previewPrograms =
  /\b(facebookexternalhit|facebot|twitterbot|slackbot|slack-imgproxy|discordbot|telegrambot|whatsapp|linkedinbot|skypeuripreview|googlebot|bingbot|applebot|embedly|iframely|redditbot|mastodon)\b/i

/** Whether the client inspects links for previews or safety and is no wallet. */
export const isLinkPreview = (exchange: Pick<Exchange, 'headers'>): boolean =>
  previewPrograms.test(headerValue(exchange, 'user-agent') ?? '')

/**
 * What a request is that no wallet sends to get an offer or a request: header fields alone, a preview of a link, a browser
 * that fetches ahead, or a browser that opens the address as a page. `null` for all others, which may be wallets.
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export type NoWallet = 'head' | 'preview' | 'prefetch' | 'navigation'

export function noWallet(exchange: Pick<Exchange, 'headers' | 'method'>): NoWallet | null {
  if (exchange.method === 'HEAD') return 'head'
  if (isLinkPreview(exchange)) return 'preview'
  const holds = (name: string, word: string) =>
    headerValues(exchange, name).some((value) =>
      value
        .toLowerCase()
        .split(/[\s,;]/)
        .includes(word),
    )
  // `Purpose` and `X-Purpose` are what older browsers send.
  if (['sec-purpose', 'purpose', 'x-purpose'].some((name) => holds(name, 'prefetch'))) return 'prefetch'
  return ['document', 'iframe', 'frame'].some((place) => holds('sec-fetch-dest', place)) ? 'navigation' : null
}
