import Link from 'next/link'
import type { CampaignView } from '@/lib/core/campaigns/z-campaign'
import { trustListNames } from '@/lib/core/ground/trust/lists/profiles'
import { paths } from '@/lib/paths'
import { CopyButton } from '../ui/copy-button'
import { Panel } from '../ui/panel'

/** What the wallet must be set to before a campaign starts: in words, and the addresses of its lists. */
export function BeforePanel({ before, lists }: Pick<CampaignView, 'before' | 'lists'>) {
  return (
    <Panel labelledBy="before" className="grid grid-cols-[minmax(0,1fr)] gap-2 p-4">
      <h2 id="before" className="text-md">
        Before the first code
      </h2>
      {before !== null && <p className="text-sm text-ink-2">{before}</p>}
      {lists !== undefined && (
        <>
          <p className="text-sm text-ink-2">
            The lists of all sessions, by the alias <code className="wire [overflow-wrap:anywhere]">{lists.alias}</code>
            :
          </p>
          <ul className="grid gap-1">
            {trustListNames.map((list) => (
              <Address key={list} address={`${lists.base}/${list}.jwt`} what={`address of ${list}`} />
            ))}
          </ul>
          <p className="text-sm text-ink-2">Who signs them:</p>
          <ul>
            <Address address={lists.operator_url} what="address of the operator’s certificate" />
          </ul>
        </>
      )}
      <p className="text-sm">
        <Link className="link" href={paths.trust()}>
          How a wallet comes to trust this service
        </Link>
      </p>
    </Panel>
  )
}

const Address = ({ address, what }: { readonly address: string; readonly what: string }) => (
  <li className="text-sm [overflow-wrap:anywhere]">
    <span className="wire text-xs">{address}</span> <CopyButton text={address} what={what} />
  </li>
)
