import Link from 'next/link'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'
import { BarKey } from './bar-key'
import { CaseArea } from './case-area'
import { CaseRow } from './case-row'
import { CoverageBars } from './coverage-bars'
import { FoldedPanel } from './folded-panel'
import { PersonPanel } from './person-panel'
import { WhoseRuns } from './whose-runs'

interface CoveragePageProps {
  readonly coverage: CoverageView
  /** The area whose cases are shown, or `allAreas`; `null` for none. */
  readonly openArea: string | null
}

/** Value that shows the cases of every area, e.g. for printing. */
const allAreas = 'all'

/** What the campaigns of a wallet say about the official cases: the numbers, the failures, and every case by area. */
export function CoveragePage({ coverage, openArea }: CoveragePageProps) {
  const { wallet, counts, groups, cases, campaigns, fcaf, catalogue } = coverage
  const failed = cases.filter(({ verdict, entered }) => verdict === 'failed' || entered?.result === 'failed')
  const at = (area: string | null) => paths.coverageArea(wallet, area)
  const areas = [...new Set(cases.map(({ area }) => area))]
  return (
    <div className="mx-auto max-w-[1176px] px-4 pb-12 md:px-6">
      <div className="grid items-end gap-x-6 gap-y-2 pt-5 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:pt-6 md:pb-5">
        <div>
          <p className="text-sm text-ink-3">Official cases</p>
          <h1 className="min-w-0 text-xl [overflow-wrap:anywhere] md:text-2xl">
            {wallet.name} {wallet.version}
          </h1>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <a className={buttonClass({ size: 'small' })} href={paths.api.coverage(wallet, 'json')}>
            JSON
          </a>
          <a className={buttonClass({ size: 'small' })} href={paths.api.coverage(wallet, 'csv')}>
            CSV
          </a>
        </div>
        <p className="text-ink-2 md:col-span-2">
          <strong className="font-[550] text-ink">
            {counts.passed} of {counts.decidable} decidable cases passed
          </strong>
          , {counts.failed} failed, {counts.inconclusive} inconclusive, {counts.not_applicable} not applicable,{' '}
          {counts.not_run} not run. Of all {counts.cases} cases, {counts.manual} need a person, {counts.gap} are not
          covered yet, and {counts.out_of_scope} are out of scope. {counts.conditional} of the decidable ones also need
          something outside their session.
        </p>
        <p className="text-sm text-ink-2 md:col-span-2">
          Based on {campaigns.length === 1 ? 'one campaign' : `the ${campaigns.length} newest campaigns`}. For each
          preset, the newest finished session counts; earlier ones are listed with the case.{' '}
          <WhoseRuns of={coverage.campaigns_of} />
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Note kind="information">
          {fcaf.name},{' '}
          <a className="link" href={fcaf.repository}>
            commit {fcaf.commit}
          </a>{' '}
          of {fcaf.date}: {fcaf.status}. {fcaf.attribution} Catalogue of checks: {catalogue.version}.
        </Note>
        <FoldedPanel id="wallet-bars" title="The wallet" open>
          <div className="px-4 pb-4">
            <BarKey />
            <CoverageBars groups={groups.filter(({ pid_content }) => !pid_content)} />
          </div>
        </FoldedPanel>
        <FoldedPanel id="pid-bars" title="The content of the PID">
          <div className="px-4 pb-4">
            <p className="text-sm text-ink-2">
              These cases judge the issuer of the PID. A PID that this service issued says nothing about the wallet.
            </p>
            <CoverageBars groups={groups.filter(({ pid_content }) => pid_content)} />
          </div>
        </FoldedPanel>
        {failed.length > 0 && (
          <FoldedPanel id="failed" title={`Failed (${failed.length})`} open>
            <ul>
              {failed.map((one) => (
                <CaseRow key={one.id} one={one} />
              ))}
            </ul>
          </FoldedPanel>
        )}
        <PersonPanel coverage={coverage} />
        <Panel labelledBy="cases">
          <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-3">
            <h2 id="cases" className="text-md">
              All cases by area
            </h2>
            <Link
              className="link target text-sm"
              href={at(openArea === allAreas ? null : allAreas)}
              prefetch={false}
              scroll={false}
            >
              {openArea === allAreas ? 'Collapse all' : 'Expand all'}
            </Link>
          </div>
          {areas.map((area) => {
            const isOpen = openArea === area || openArea === allAreas
            return (
              <CaseArea
                key={area}
                area={area}
                cases={cases.filter((one) => one.area === area)}
                isOpen={isOpen}
                toggle={at(isOpen ? null : area)}
              />
            )
          })}
        </Panel>
      </div>
    </div>
  )
}
