import type { Metadata } from 'next'
import { PipelineList } from '@/components/organization/pipeline-list'
import { SaveNote } from '@/components/organization/save-note'
import { UncountedPanel } from '@/components/organization/uncounted-panel'
import { buttonClass } from '@/components/ui/button-class'
import { Panel } from '@/components/ui/panel'
import { hasScope } from '@/lib/core/scoreboard/asking'
import { paths } from '@/lib/paths'
import { organizationPipelines, type PageOperator, pageOperator } from '@/lib/queries/organization-pipelines'
import { uncountedOf } from '@/lib/queries/uncounted'
import { unlessAway } from '../../unless-away'
import { SignedOut } from '../signed-out'

export const metadata: Metadata = { title: 'Pipelines', robots: { index: false } }

interface PipelinesPageProps {
  readonly searchParams: Promise<{ readonly [name: string]: string | string[] | undefined }>
}

export default unlessAway(async function PipelinesPage({ searchParams }: PipelinesPageProps) {
  const [{ page, done, problem, uncounted }, session] = await Promise.all([searchParams, pageOperator()])
  return (
    <div className="mx-auto grid max-w-[1176px] grid-cols-[minmax(0,1fr)] gap-4 px-4 md:px-6">
      <div className="flex flex-wrap items-end gap-4 pt-6">
        <div className="mr-auto">
          <h1 className="text-2xl">Pipelines</h1>
          <p className="mt-1 text-ink-2">What the wallets of organisations are taken through, and when.</p>
        </div>
        {session !== null && (
          <>
            {session.by.kind === 'operator' && (
              <a className={buttonClass()} href={paths.operatorScoreboard()}>
                Aggregations
              </a>
            )}
            <a className={buttonClass()} href={paths.organization()}>
              {session.by.kind === 'operator' ? 'Organisations' : 'Your organisation'}
            </a>
            {hasScope(session.by, 'pipelines:write') && (
              <a className={buttonClass({ look: 'solid' })} href={paths.newPipeline()}>
                New pipeline
              </a>
            )}
          </>
        )}
      </div>
      {session === null ? (
        <SignedOut back={paths.organizationPipelines()} problem={one(problem)} />
      ) : (
        <>
          <SaveNote done={one(done)} problem={one(problem)} />
          <Listed by={session.by} page={one(page) ?? ''} uncounted={one(uncounted) ?? ''} />
        </>
      )}
    </div>
  )
})

const one = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

interface ListedProps {
  readonly by: PageOperator['by']
  readonly page: string
  readonly uncounted: string
}

async function Listed({ by, page: asked, uncounted: namespace }: ListedProps) {
  const { page, pages, total, pipelines, organizations } = await organizationPipelines(by, asked)
  const now = Date.now()
  const isKnown = organizations.some(({ canonified_name }) => canonified_name === namespace)
  const found = isKnown ? await uncountedOf(namespace) : null
  return (
    <>
      <Panel labelledBy="pipelines">
        <h2 id="pipelines" className="border-b border-line px-4 py-2.5 text-sm">
          {`${total} ${total === 1 ? 'pipeline' : 'pipelines'} of ${organizations.length} ${organizations.length === 1 ? 'organisation' : 'organisations'}`}
        </h2>
        {pipelines.length === 0 ? (
          <p className="px-4 py-6 text-ink-2">
            {total === 0 ? 'None yet. A pipeline says what a wallet is taken through.' : 'No pipelines on this page.'}
          </p>
        ) : (
          <PipelineList pipelines={pipelines} now={now} />
        )}
        {pages > 1 && (
          <nav
            aria-label="Pages"
            className="flex items-center gap-3 border-t border-line px-4 py-2.5 text-sm text-ink-2"
          >
            <PageLink to={page > 1 ? Math.min(page - 1, pages) : null}>Previous</PageLink>
            <span className="tabular-nums">{page > pages ? `Only ${pages} pages` : `Page ${page} of ${pages}`}</span>
            <PageLink to={page < pages ? page + 1 : null}>Next</PageLink>
          </nav>
        )}
      </Panel>
      {by.kind === 'operator' && (
        <UncountedPanel
          found={found}
          now={now}
          choice={{ organizations, chosen: isKnown ? namespace : '', action: paths.organizationPipelines() }}
        />
      )}
      {by.kind === 'operator' && (
        <p className="text-sm text-ink-2">
          Organisations, and the wallets, issuers and checks that pipelines name, are made at{' '}
          <a className="link" href={paths.organizationEntities()}>
            organisations and what they own
          </a>
          . <code>npm run org</code> makes them, and their keys, on the command line.
        </p>
      )}
    </>
  )
}

/** Link to another page of the list; `null`: there is none. */
function PageLink({ to, children }: { readonly to: number | null; readonly children: string }) {
  if (to === null) return <span className="text-ink-3">{children}</span>
  return (
    <a className={buttonClass()} href={paths.organizationPipelines(`?page=${to}`)}>
      {children}
    </a>
  )
}
