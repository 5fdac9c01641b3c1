import type { EventDraft } from '../../../engine/endpoints/endpoint'
import type { Envelope } from '../../../engine/redaction/message/redact-exchange'
import { type Exchange, headerValue } from '../../../ground/http/exchange'
import type { Json, JsonObject } from '../../../ground/values/json'
import { quoteStart, type ToldObject, word } from '../../../ground/values/wording'
import type { Carrier } from '../../read/carrier'
import type { PageFacts } from '../../read/dc-api/posted-result'

/** What a page posted, as it is kept: our own reading of it, and of an answer what the wallet gave the browser. */
export const posted = (
  outcome: JsonObject,
  page: PageFacts,
  message: Pick<Envelope, 'member' | 'value'> = { member: 'data', value: undefined },
): Envelope => ({
  ...message,
  shown: { ...outcome, page: { origin: page.origin, elapsed_ms: page.elapsedMillis, allows: { ...page.allows } } },
})

/** Events of an answer that a reader is told of with what carried it. */
const carried: readonly EventDraft['type'][] = [
  'vp_presentation_response_received',
  'vp_wallet_error_received',
  'vp_authorization_code_received',
  'vp_response_replayed',
  'vp_response_refused',
]

/** The User-Agent of whoever posts, as far as it is kept; `null` without one. */
export const userAgentOf = (exchange: Exchange): string | null =>
  headerValue(exchange, 'user-agent')?.slice(0, 300) ?? null

/** Adds to the events of an answer what carried it, and what the page says of the call. */
export const withCarrier = (
  events: readonly EventDraft[],
  {
    protocol,
    page,
    carrier,
    userAgent,
  }: {
    readonly protocol: Json | undefined
    readonly page: PageFacts
    readonly carrier: Carrier
    readonly userAgent: string | null
  },
): EventDraft[] =>
  events.map((event) => {
    if (!carried.includes(event.type)) return event
    const detail: ToldObject = {
      ...event.detail,
      protocol: typeof protocol === 'string' ? quoteStart(protocol, 64) : null,
      carrier: word(carrier),
      elapsed_ms: page.elapsedMillis,
      page_origin: page.origin,
      user_agent: userAgent,
    }
    return { ...event, detail }
  })
