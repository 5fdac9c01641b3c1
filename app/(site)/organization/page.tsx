import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { organizationWords } from '@/components/organization/form-words'
import { AboutOrganization, DeleteOrganization } from '@/components/organization/organization-form'
import { AuditList, KeyList, MakeKey } from '@/components/organization/organization-keys'
import { OwnedKinds } from '@/components/organization/owned-kinds'
import { PipelineList } from '@/components/organization/pipeline-list'
import { RunsOfOrganization } from '@/components/organization/runs-of-organization'
import { UncountedPanel } from '@/components/organization/uncounted-panel'
import { buttonClass } from '@/components/ui/button-class'
import { FormNote } from '@/components/ui/form-note'
import { Note } from '@/components/ui/note'
import { Panel } from '@/components/ui/panel'
import { HiddenFields, ShownOnce } from '@/components/ui/secrets'
import { hasScope } from '@/lib/core/scoreboard/asking'
import { paths } from '@/lib/paths'
import { type OrganizationView, organizationChoices, organizationView } from '@/lib/queries/organization'
import { type PageSession, pageSession } from '@/lib/queries/page-session'
import { renderedPaths } from '@/lib/rendered-paths'
import { unlessAway } from '../unless-away'
import { SignedOut } from './signed-out'

export const metadata: Metadata = { title: 'Your organisation', robots: { index: false } }

interface OrganizationPageProps {
  readonly searchParams: Promise<{ readonly [name: string]: string | string[] | undefined }>
}

export default unlessAway(async function OrganizationPage({ searchParams }: OrganizationPageProps) {
  const [asked, session] = await Promise.all([searchParams, headers().then(pageSession)])
  const text = (name: string): string => {
    const value = asked[name]
    return typeof value === 'string' ? value : ''
  }
  const namespace = session?.by.kind === 'organization' ? session.by.namespace : text('of')
  const drafts = { made: text('made'), draft: text('draft') }
  const view = session === null ? null : await organizationView(session, namespace, drafts)
  const said = { done: text('done'), problem: text('problem') }
  return (
    <div className="mx-auto grid max-w-[1176px] grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-12 md:px-6">
      <div className="flex flex-wrap items-end gap-4 pt-6">
        <div className="mr-auto min-w-0">
          <h1 className="text-2xl [overflow-wrap:anywhere]">
            {view === null ? 'Your organisation' : <bdi>{view.organization.name}</bdi>}
          </h1>
          <p className="mt-1 text-ink-2">
            {view === null ? (
              'Its pipelines, runs and keys, and nothing of others.'
            ) : (
              <>
                Namespace <code className="wrap-anywhere">{view.organization.namespace}</code>, in paths and in
                Temporal.
              </>
            )}
          </p>
        </div>
        {session?.by.kind === 'operator' && view !== null && (
          <a className={buttonClass()} href={paths.organization()}>
            All organisations
          </a>
        )}
        {session?.by.kind === 'organization' && (
          <form method="post" action={renderedPaths.signOut()}>
            <HiddenFields fields={{ form_token: session.formToken }} />
            <button type="submit" className={buttonClass()}>
              Sign out of key {session.by.keyPrefix}
            </button>
          </form>
        )}
      </div>
      {session === null ? (
        <SignedOut {...said} words={organizationWords} />
      ) : (
        <>
          <FormNote words={organizationWords} {...said} />
          {view === null ? <Choices isUnknown={namespace !== ''} /> : <Whole session={session} view={view} />}
        </>
      )}
    </div>
  )
})

/** For the operator, who chooses an organisation. */
async function Choices({ isUnknown }: { readonly isUnknown: boolean }) {
  const organizations = await organizationChoices()
  return (
    <Panel labelledBy="choices">
      <h2 id="choices" className="px-4 pt-3 pb-2 text-lg md:px-5">
        Organisations
      </h2>
      {isUnknown && <p className="px-4 pb-2 text-ink-2 md:px-5">No organisation has this namespace.</p>}
      {organizations.length === 0 && (
        <p className="px-4 pb-4 text-ink-2 md:px-5">
          None yet.{' '}
          <a className="link" href={paths.organizationEntities()}>
            Make one
          </a>
          .
        </p>
      )}
      <ul className="text-sm">
        {organizations.map(({ name, canonified_name }) => (
          <li key={canonified_name} className="border-t border-line px-4 py-2 md:px-5">
            <a className="link target" href={paths.organization({ of: canonified_name })}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

async function Whole({ session, view }: { readonly session: PageSession; readonly view: OrganizationView }) {
  const { by, formToken } = session
  const { about, pipelines, runs, keys } = view
  const { namespace } = view.organization
  const now = Date.now()
  const of = { namespace, formToken }
  return (
    <>
      {view.made !== null && <ShownOnce text={view.made} what="key" />}
      {about.namespace_state !== 'ready' && (
        <Note kind="warning">
          {`Its namespace is not registered with Temporal${about.namespace_problem === '' ? '' : ` (${about.namespace_problem})`}, so nothing runs in it. Each aggregation tries again.`}
        </Note>
      )}
      <Panel labelledBy="pipelines">
        <h2 id="pipelines" className="flex flex-wrap items-center gap-3 px-4 pt-3 pb-2 text-lg md:px-5">
          <span className="mr-auto">Pipelines and their schedules</span>
          {pipelines.total > 0 && (
            <a className={buttonClass({ size: 'small' })} href={paths.organizationPipelines()}>
              {by.kind === 'operator' ? 'Pipelines of all organisations' : `All ${pipelines.total}`}
            </a>
          )}
          {hasScope(by, 'pipelines:write') && (
            <a
              className={buttonClass({ size: 'small', look: pipelines.total === 0 ? 'solid' : 'plain' })}
              href={paths.newPipeline({ organization: by.kind === 'operator' ? namespace : undefined })}
            >
              New pipeline
            </a>
          )}
        </h2>
        {pipelines.total === 0 ? (
          <p className="px-4 pb-4 text-ink-2 md:px-5">None yet. A pipeline says what a wallet is taken through.</p>
        ) : (
          <PipelineList pipelines={pipelines.pipelines} now={now} ofOne />
        )}
        {pipelines.total > pipelines.pipelines.length && (
          <p className="border-t border-line px-4 py-2.5 text-sm text-ink-2 md:px-5">
            {`The first ${pipelines.pipelines.length} of ${pipelines.total}.`}
          </p>
        )}
      </Panel>
      <Panel labelledBy="owned" className="grid gap-2 p-4 md:p-5">
        <h2 id="owned" className="text-lg">
          What it owns
        </h2>
        <p className="text-sm text-ink-2">Wallets, issuers, checks and the like, which pipelines and reports name.</p>
        <OwnedKinds organization={namespace} shown={null} />
      </Panel>
      <Panel labelledBy="runs">
        <RunsOfOrganization runs={runs} now={now} />
      </Panel>
      <UncountedPanel found={view.uncounted} now={now} />
      {keys !== null && (
        <>
          <Panel labelledBy="make" className="p-4 md:p-5">
            <MakeKey {...of} scopes={view.scopes} />
          </Panel>
          <Panel labelledBy="keys">
            <KeyList {...of} keys={keys} own={by.kind === 'organization' ? by.keyPrefix : null} />
          </Panel>
          <Panel labelledBy="audit">
            <AuditList audit={view.audit} />
          </Panel>
        </>
      )}
      {hasScope(by, 'entities:write') && (
        <Panel labelledBy="about" className="p-4 md:p-5">
          <AboutOrganization about={about} draft={view.draft} formToken={formToken} />
        </Panel>
      )}
      {by.kind === 'operator' && (
        <Panel labelledBy="deletion" className="grid gap-3 p-4 md:p-5">
          <DeleteOrganization {...of} hasPipelines={pipelines.total > 0} hasRuns={runs.length > 0} />
        </Panel>
      )}
    </>
  )
}
