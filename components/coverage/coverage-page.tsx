import Link from 'next/link'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { paths } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'
import { BarKey } from './bar-key'
import { CampaignsPanel } from './campaigns-panel'
import { CaseArea } from './case-area'
import { CoverageBars } from './coverage-bars'
import { CoverageNumbers } from './coverage-numbers'
import { FailedPanel } from './failed-panel'
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
  const { wallet, groups, cases, campaigns, fcaf, catalogue } = coverage
  const barsOf = (wanted: (typeof groups)[number]['population']) =>
    groups.filter(({ population }) => population === wanted)
  const at = (area: string | null) => renderedPaths.coverageArea(wallet, area)
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
          <Link className={buttonClass({ size: 'small' })} href={paths.statement(wallet)} prefetch={false}>
            Statement
          </Link>
          <a className={buttonClass({ size: 'small' })} href={paths.api.coverage(wallet, 'json')}>
            JSON
          </a>
          <a className={buttonClass({ size: 'small' })} href={paths.api.coverage(wallet, 'csv')}>
            CSV
          </a>
        </div>
        <CoverageNumbers coverage={coverage} />
        <p className="text-sm text-ink-2 md:col-span-2">
          Based on {campaigns.length === 1 ? 'one campaign' : `${campaigns.length} campaigns`}. For each preset, the
          newest finished session counts; earlier ones are listed with the case.{' '}
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
        <FoldedPanel id="wallet-bars" title="The wallet: required cases" open>
          <div className="px-4 pb-4">
            <BarKey />
            <CoverageBars groups={barsOf('wallet').filter(({ relevancy }) => relevancy === 'required')} />
          </div>
        </FoldedPanel>
        <FoldedPanel id="other-bars" title="The wallet: all other cases">
          <div className="px-4 pb-4">
            <p className="text-sm text-ink-2">
              The framework does not require these of a wallet, so they are not part of the numbers at the top.
            </p>
            <CoverageBars groups={barsOf('wallet').filter(({ relevancy }) => relevancy !== 'required')} />
          </div>
        </FoldedPanel>
        <FoldedPanel id="pid-bars" title="The content of the PID">
          <div className="px-4 pb-4">
            <p className="text-sm text-ink-2">
              These cases judge the issuer of the PID. They do not apply to a PID that this service issued.
            </p>
            <CoverageBars groups={barsOf('pid_content')} />
          </div>
        </FoldedPanel>
        <FoldedPanel id="credential-bars" title="The content of other credentials">
          <div className="px-4 pb-4">
            <p className="text-sm text-ink-2">
              These cases judge the issuer of a credential with a status. They do not apply to one that this service
              issued.
            </p>
            <CoverageBars groups={barsOf('credential')} />
          </div>
        </FoldedPanel>
        <CampaignsPanel coverage={coverage} />
        <FailedPanel coverage={coverage} />
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
