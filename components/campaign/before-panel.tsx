import Link from 'next/link'
import type { CampaignView } from '@/lib/core/campaigns/z-campaign'
import { trustListNames } from '@/lib/core/ground/trust/lists/profiles'
import { paths } from '@/lib/paths'
import { CopyButton } from '../ui/copy-button'
import { Panel } from '../ui/panel'

interface BeforePanelProps extends Pick<CampaignView, 'before' | 'lists'> {
  /** The addresses are folded once a session has ended: by then the wallet is set to them. */
  readonly isStarted: boolean
}

/** What the wallet must be set to before a campaign starts: in words, and the addresses of its lists. */
export function BeforePanel({ before, lists, isStarted }: BeforePanelProps) {
  return (
    <Panel labelledBy="before" className="grid grid-cols-[minmax(0,1fr)] gap-2 p-4">
      <h2 id="before" className="text-md">
        Set the wallet first
      </h2>
      {before !== null && <p className="text-sm text-ink-2">{before}</p>}
      {lists !== undefined && (
        <details open={!isStarted} className="text-sm">
          <summary className="chevron flex min-h-6 items-center text-ink-2">Addresses of the lists</summary>
          <p className="wire mt-2 text-xs [overflow-wrap:anywhere]">{`${lists.base}/`}</p>
          <ul className="mt-1">
            {trustListNames.map((list) => (
              <li key={list} className="[overflow-wrap:anywhere]">
                <span className="wire text-xs">{`${list}.jwt`}</span>{' '}
                <CopyButton text={`${lists.base}/${list}.jwt`} what={`address of ${list}`} />
              </li>
            ))}
          </ul>
          <p className="mt-2">
            <a className="link" href={lists.operator_url}>
              Certificate of who signs them
            </a>{' '}
            <CopyButton text={lists.operator_url} what="address of the certificate of who signs the lists" />
          </p>
        </details>
      )}
      <p className="text-sm">
        <Link className="link" href={paths.trust()}>
          How a wallet comes to trust this service
        </Link>
      </p>
    </Panel>
  )
}
