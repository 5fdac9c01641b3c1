// Client: the RSC payload holds the claims instead of their markup.
'use client'

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
        <tbody className="claim-rows">
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
