import type { Metadata } from 'next'
import Link from 'next/link'
import { AreaRow, CatalogueRow, FacetList } from '@/components/checks/catalogue'
import { type FacetName, facetOf, filterCatalogue, firstAreas, groupAsked } from '@/components/checks/catalogue-filter'
import { CatalogueSearch } from '@/components/checks/catalogue-search'
import { buttonClass } from '@/components/ui/button-class'
import { checkGroups, groupWords } from '@/lib/core/engine/checks/check-groups'
import { paths } from '@/lib/paths'
import { checkCatalogue, misbehaviourCount } from '@/lib/queries/checks'
import { firstParam, type SearchParams } from '@/lib/queries/inspector-target'
import { renderedPaths } from '@/lib/rendered-paths'

export const metadata: Metadata = {
  title: 'Catalogue of checks',
  description: 'Every rule that wallets are checked against: its clause, why it matters and how to fix a failure.',
}

export default async function ChecksPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const params = await searchParams
  const target = {
    q: firstParam(params, 'q'),
    group: groupAsked(firstParam(params, 'group')),
    level: firstParam(params, 'level'),
    spec: firstParam(params, 'spec'),
    effect: firstParam(params, 'effect'),
    misbehaviour: firstParam(params, 'misbehaviour') === 'any' ? 'any' : undefined,
    all: firstParam(params, 'all'),
  }
  // All rows at once would fill thirty screens, so without a filter only the first areas show theirs.
  const isShort = Object.values(target).every((value) => value === undefined || value === '')
  const all = checkCatalogue()
  const unfolded = firstAreas(all)
  const shown = filterCatalogue(all, target)
  const facet = (name: FacetName) => {
    const others = filterCatalogue(all, { ...target, [name]: undefined })
    return { name, facets: facetOf(others, name), total: others.length, target }
  }
  const narrow = (
    <>
      <FacetList
        title="Step"
        {...facet('group')}
        words={Object.fromEntries(checkGroups.map((group) => [group, groupWords[group].long]))}
      />
      <FacetList title="Level" {...facet('level')} words={{ must: 'MUST', should: 'SHOULD', info: 'INFO' }} />
      <FacetList title="Specification" {...facet('spec')} />
      <FacetList
        title="When it fails"
        {...facet('effect')}
        words={{ refuses: 'Refuses the request', recorded: 'Only recorded' }}
      />
      <FacetList title="Reference wallet" {...facet('misbehaviour')} words={{ any: 'Can break it' }} />
    </>
  )
  return (
    <div className="mx-auto max-w-[1360px] px-4 md:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pt-6 pb-4">
        <div>
          <h1 className="text-2xl">Catalogue of checks</h1>
          <p className="mt-1 max-w-[74ch] text-ink-2">
            Every rule that sessions are checked against, with its clause. Ids never change meaning. Sessions and this
            page use the same list. Some are{' '}
            <Link href={paths.houseRules()} prefetch={false} className="link">
              rules of this service
            </Link>
            , which no specification has.
          </p>
        </div>
        <a href={renderedPaths.checksJson()} className={buttonClass()}>
          JSON
        </a>
      </div>
      <div className="grid items-start gap-6 md:grid-cols-[232px_minmax(0,1fr)]">
        <div className="hidden gap-5 text-sm md:sticky md:top-[calc(var(--bar)+16px)] md:grid">{narrow}</div>
        <section aria-label="Checks" className="rounded-md border border-line bg-surface">
          <CatalogueSearch target={target} />
          <details className="px-3 pb-3 text-sm md:hidden">
            <summary className="chevron flex min-h-10 items-center">
              Narrow down by step, level or specification
            </summary>
            <div className="mt-2 grid grid-cols-2 gap-5">{narrow}</div>
          </details>
          {target.misbehaviour !== undefined && (
            <p className="border-t border-line px-4 py-2.5 text-sm text-ink-2">
              The reference wallet has {misbehaviourCount()} misbehaviours. Open a check to watch one that breaks it.
            </p>
          )}
          {shown.length === 0 && (
            <p className="p-4 text-sm text-ink-2">No matching checks. Try fewer words or another step.</p>
          )}
          {checkGroups.map((group) => {
            const members = shown.filter((check) => check.group === group)
            if (members.length === 0) return null
            if (isShort && !unfolded.has(group)) return <AreaRow key={group} group={group} checks={members} />
            return (
              <section key={group} aria-labelledby={`group-${group}`}>
                <div className="flex items-baseline gap-3 border-t border-line bg-sunk px-4 pt-3.5 pb-2">
                  <h2 id={`group-${group}`} className="text-sm">
                    {groupWords[group].long}
                  </h2>
                  <span className="text-xs text-ink-3">{members.length} checks</span>
                </div>
                <ul>
                  {members.map((check) => (
                    <CatalogueRow
                      key={check.id}
                      check={check}
                      countsMisbehaviours={target.misbehaviour !== undefined}
                    />
                  ))}
                </ul>
              </section>
            )
          })}
          <p className="border-t border-line px-4 py-2.5 text-sm text-ink-2" role="status">
            {isShort ? (
              <>
                {`Showing ${all.filter(({ group }) => unfolded.has(group)).length} of ${all.length} checks.`}{' '}
                <Link href={paths.checks({ all: '1' })} prefetch={false} scroll={false} className="link">
                  List all of them
                </Link>
              </>
            ) : (
              `Showing ${shown.length} of ${all.length}`
            )}
          </p>
        </section>
      </div>
    </div>
  )
}
