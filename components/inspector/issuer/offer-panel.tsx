import { isObject, type Json, type JsonObject } from '@/lib/core/ground/values/json'
import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { ExplainedTree } from '../explained-tree'

interface OfferPanelProps {
  readonly deeplink: string
  /** The hosted offer, if the link contains its address. */
  readonly hosted: JsonObject | null
  /** Whether one answer of the session is wrong on purpose, possibly the hosted offer. */
  readonly altered: boolean
}

/** The offer in the link, or behind it. Its code is live: the tester may see it, the evidence never contains it. */
export function OfferPanel({ deeplink, hosted, altered }: OfferPanelProps) {
  const link = offerOfDeeplink(deeplink)
  const offer = link.mode === 'value' ? link.offer : hosted
  return (
    <Panel labelledBy="offer">
      <PanelHeading
        id="offer"
        title="What is offered"
        aside={link.mode === 'value' ? 'in the link itself' : 'at the address in the link'}
      />
      <div className="grid gap-3 p-4">
        {link.mode === 'reference' && <p className="wire text-xs text-ink-2">{link.url}</p>}
        {offer !== null && link.mode !== 'unreadable' && <ExplainedTree value={offer} openDepth={4} />}
        {link.mode === 'reference' && altered && (
          <p className="text-sm text-ink-2">Shown without the fault of this session, which may change it.</p>
        )}
        {link.mode === 'unreadable' && <p className="text-sm text-ink-2">The link holds no offer that can be read.</p>}
      </div>
    </Panel>
  )
}

/** What a deeplink carries: the offer itself, or its URL. */
type OfferInDeeplink =
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
