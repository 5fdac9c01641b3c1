// Client: the RSC payload holds the claims instead of their markup.
'use client'

import { cn } from '@/lib/cn'
import { Icon, type IconName } from '../../ui/icon'
import { ClaimValue } from '../../ui/json-value'
import type { ClaimRow, ClaimStanding } from '../model/presented-result'

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

/** Shared class strings, because a credential has dozens of claims. */
const rowsClass = cn(
  'block @xl:table-row-group',
  '[&>tr]:grid [&>tr]:grid-cols-2 [&>tr]:gap-x-3 [&>tr]:border-t [&>tr]:border-line [&>tr]:py-1.5 [&>tr]:align-baseline',
  '[&>tr]:@xl:table-row [&>tr>*]:@xl:py-1.5 [&>tr>*]:@xl:pr-3',
  '[&>tr>th]:font-medium [&>tr>th]:@max-xl:col-span-2',
  '[&>tr>td:nth-child(3)>span]:inline-flex [&>tr>td:nth-child(3)>span]:items-center [&>tr>td:nth-child(3)>span]:gap-1.5',
  '[&>tr>td:last-child]:min-w-0 [&>tr>td:last-child]:text-xs [&>tr>td:last-child]:@max-xl:col-span-2 [&>tr>td:last-child]:[overflow-wrap:anywhere]',
)

/** Requested and disclosed claims, one per row. Values are masked unless the session reveals them. */
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
        <tbody className={rowsClass}>
          {claims.map(({ name, standing, value }, index) => {
            const { asked, disclosed, icon, ink } = standings[standing]
            return (
              <tr key={`${name} ${String(index)}`} className={standing === 'unrequested' ? 'bg-fail-soft' : undefined}>
                <th scope="row" className="wire">
                  {name}
                </th>
                <td className={standing === 'unrequested' ? 'text-fail-ink' : 'text-ink-2'}>{asked}</td>
                <td className={ink}>
                  <span>
                    <Icon name={icon} className="size-3.5" />
                    {disclosed}
                  </span>
                </td>
                <td>{value === null || value === undefined ? null : <ClaimValue name={name} value={value} />}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
