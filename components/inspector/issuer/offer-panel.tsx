import type { JsonObject } from '@/lib/core/ground/values/json'
import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { ExplainedTree } from '../explained-tree'
import { offerOfDeeplink } from './offer-of-deeplink'

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
