import type { Metadata } from 'next'
import Link from 'next/link'
import { houseAnchor, houseRules } from '@/lib/core/shared/ports/house-rules'
import { paths } from '@/lib/paths'
import { checksOfRule } from '@/lib/queries/checks'

export const metadata: Metadata = {
  title: 'Rules of this service',
  description: 'What this service asks of wallets beyond the specifications, and what asks for it.',
}

export default function HouseRulesPage() {
  return (
    <div className="mx-auto max-w-[860px] px-4 pb-12 md:px-6">
      <div className="pt-6 pb-4">
        <p className="text-sm text-ink-3">
          <Link className="link target" href={paths.checks()}>
            Catalogue
          </Link>
        </p>
        <h1 className="mt-1 text-2xl">Rules of this service</h1>
        <p className="mt-2 text-ink-2">
          No specification has them. A request that breaks one is refused, and the session shows it as a warning: no
          MUST fails by it.
        </p>
      </div>
      <ol className="grid grid-cols-[minmax(0,1fr)] rounded-md border border-line bg-surface">
        {houseRules.map(({ id, rule, because, open, ofAnswers }) => {
          const checks = checksOfRule(id)
          return (
            <li
              key={id}
              id={houseAnchor(id.slice('HOUSE-'.length))}
              className="grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line p-4 first:border-t-0"
            >
              <p className="wire text-xs text-ink-3">{id}</p>
              <h2 className="text-lg/[1.35] [overflow-wrap:anywhere]">{rule}</h2>
              <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">{because}</p>
              <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">{open}</p>
              {ofAnswers && <p className="text-sm text-ink-2">It is about an answer: no request can break it.</p>}
              {checks.length > 0 && (
                <p className="flex flex-wrap gap-x-4 text-sm">
                  {checks.map((check) => (
                    <Link
                      key={check}
                      className="link target wire text-xs [overflow-wrap:anywhere]"
                      href={paths.check(check)}
                    >
                      {check}
                    </Link>
                  ))}
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
