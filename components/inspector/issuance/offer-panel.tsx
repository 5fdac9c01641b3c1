import { JsonTree } from '../../ui/json-tree'
import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { meanings } from '../model/meanings'
import { offerOfDeeplink } from './offer-of-deeplink'

/** What the deeplink gives the wallet. Its code is live: the tester may see it, but evidence never contains it. */
export function OfferPanel({ deeplink }: { readonly deeplink: string }) {
  const offer = offerOfDeeplink(deeplink)
  return (
    <Panel labelledBy="offer">
      <PanelHeading
        id="offer"
        title="What is offered"
        aside={offer.mode === 'value' ? 'in the link itself' : 'at the address in the link'}
      />
      <div className="p-4">
        {offer.mode === 'value' && <JsonTree value={offer.offer} meanings={meanings} openDepth={4} />}
        {offer.mode === 'reference' && <p className="wire text-xs">{offer.url}</p>}
        {offer.mode === 'unreadable' && (
          <p className="text-sm text-ink-2">The link does not contain a readable offer.</p>
        )}
      </div>
    </Panel>
  )
}
