import type { JsonObject } from '@/lib/core/ground/values/json'
import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { ExplainedTree } from '../explained-tree'
import { offerOfDeeplink } from './offer-of-deeplink'

interface OfferPanelProps {
  readonly deeplink: string
  /** What is hosted at the address in the link, where the link holds one. */
  readonly hosted: JsonObject | null
  /** The session makes one answer wrong on purpose; it may be the hosted offer. */
  readonly altered: boolean
}

/** What the link offers, or leads to. The code in it is live: the tester may see it, evidence never holds it. */
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
