// Client: the data of a page then holds the claims, and none of their elements.
'use client'

import { cn } from '@/lib/cn'
import { Icon, type IconName } from '../../ui/icon'
import { ClaimValue } from '../claim-value'
import type { ClaimRow, ClaimStanding } from '../model/presentation-result'

interface StandingWords {
  readonly asked: string
  readonly disclosed: string
  readonly icon: IconName
  readonly ink: string
}

const standings: Record<ClaimStanding, StandingWords> = {
  disclosed: { asked: 'requested', disclosed: 'disclosed', icon: 'pass', ink: 'text-pass-ink' },
  clear: { asked: 'requested', disclosed: 'in clear text, by the issuer', icon: 'pass', ink: 'text-pass-ink' },
  missing: { asked: 'requested', disclosed: 'not disclosed', icon: 'unseen', ink: 'text-unseen-ink' },
  parent: { asked: 'parent of a requested claim', disclosed: 'disclosed', icon: 'pass', ink: 'text-ink-2' },
  unrequested: { asked: 'not requested', disclosed: 'disclosed', icon: 'fail', ink: 'text-fail-ink' },
}

/** What was requested and what was disclosed, claim by claim. Values are masked unless the session reveals them. */
export function ClaimTable({ claims, caption }: { readonly claims: readonly ClaimRow[]; readonly caption: string }) {
  return (
    <div className="@container">
      <table className="block w-full text-left text-sm @xl:table">
        <caption className="sr-only">{caption}</caption>
        <thead className="@max-xl:sr-only">
          <tr className="text-xs text-ink-3 [&>th]:py-1 [&>th]:pr-3 [&>th]:font-normal">
            <th scope="col">Claim</th>
            <th scope="col">Requested</th>
            <th scope="col">Disclosed</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody className="block @xl:table-row-group">
          {claims.map(({ name, standing, value }, index) => {
            const { asked, disclosed, icon, ink } = standings[standing]
            return (
              <tr
                key={`${name} ${String(index)}`}
                className={cn(
                  'grid grid-cols-2 gap-x-3 border-t border-line py-1.5 align-baseline @xl:table-row [&>*]:@xl:py-1.5 [&>*]:@xl:pr-3',
                  standing === 'unrequested' && 'bg-fail-soft',
                )}
              >
                <th scope="row" className="wire font-medium @max-xl:col-span-2">
                  {name}
                </th>
                <td className={standing === 'unrequested' ? 'text-fail-ink' : 'text-ink-2'}>{asked}</td>
                <td className={ink}>
                  <span className="inline-flex items-center gap-1.5">
                    <Icon name={icon} className="size-3.5" />
                    {disclosed}
                  </span>
                </td>
                <td className="min-w-0 text-xs @max-xl:col-span-2 [overflow-wrap:anywhere]">
                  {value === null || value === undefined ? null : <ClaimValue name={name} value={value} />}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
