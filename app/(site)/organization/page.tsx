import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { AuditList, KeyList, MadeKey, MakeKey } from '@/components/organization/organization-keys'
import { OrganizationNote } from '@/components/organization/organization-note'
import { PipelineList } from '@/components/organization/pipeline-list'
import { RunsOfOrganization } from '@/components/organization/runs-of-organization'
import { SignInForm } from '@/components/organization/sign-in-form'
import { buttonClass } from '@/components/ui/button-class'
import { Panel } from '@/components/ui/panel'
import { paths } from '@/lib/paths'
import { type OrganizationView, organizationChoices, organizationView } from '@/lib/queries/organization'
import { organizationPipelines } from '@/lib/queries/organization-pipelines'
import { type PageSession, pageSession } from '@/lib/queries/page-session'
import { renderedPaths } from '@/lib/rendered-paths'
import { unlessAway } from '../unless-away'

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
  const view = session === null ? null : await organizationView(session, namespace, text('made'))
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
                Namespace <code>{view.organization.namespace}</code>, in paths and in Temporal.
              </>
            )}
          </p>
        </div>
        {session?.by.kind === 'organization' && (
          <form method="post" action={renderedPaths.signOut()}>
            <input type="hidden" name="form_token" value={session.formToken} />
            <button type="submit" className={buttonClass()}>
              Sign out of key {session.by.keyPrefix}
            </button>
          </form>
        )}
      </div>
      <OrganizationNote problem={text('problem')} done={text('done')} />
      {session === null && <SignInForm />}
      {session !== null && view === null && <Choices />}
      {session !== null && view !== null && <Whole session={session} view={view} />}
    </div>
  )
})

/** For the operator, who chooses an organisation. */
async function Choices() {
  const organizations = await organizationChoices()
  return (
    <Panel labelledBy="choices">
      <h2 id="choices" className="px-4 pt-3 pb-2 text-lg md:px-5">
        Organisations
      </h2>
      {organizations.length === 0 && <p className="px-4 pb-4 text-ink-2 md:px-5">None yet.</p>}
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
  const { namespace } = view.organization
  // Of the operator's, the pages of pipelines have all.
  const listed = by.kind === 'organization' ? await organizationPipelines(by, '1') : null
  const of = { namespace, formToken }
  return (
    <>
      {view.made !== null && <MadeKey text={view.made} />}
      <Panel labelledBy="pipelines">
        <h2 id="pipelines" className="flex flex-wrap items-center gap-3 px-4 pt-3 pb-2 text-lg md:px-5">
          <span className="mr-auto">Pipelines and their schedules</span>
          <a className={buttonClass({ size: 'small' })} href={paths.organizationPipelines()}>
            All
          </a>
          <a className={buttonClass({ size: 'small' })} href={paths.newPipeline()}>
            New pipeline
          </a>
        </h2>
        {listed !== null && listed.pipelines.length === 0 && (
          <p className="px-4 pb-4 text-ink-2 md:px-5">
            None yet. A pipeline says what a wallet is taken through; make the first one.
          </p>
        )}
        {listed !== null && listed.pipelines.length > 0 && (
          <PipelineList pipelines={listed.pipelines} now={Date.now()} />
        )}
      </Panel>
      <Panel labelledBy="runs">
        <RunsOfOrganization runs={view.runs} now={Date.now()} />
      </Panel>
      {view.keys !== null && (
        <>
          <Panel labelledBy="make" className="p-4 md:p-5">
            <MakeKey {...of} scopes={view.scopes} />
          </Panel>
          <Panel labelledBy="keys">
            <KeyList {...of} keys={view.keys} />
          </Panel>
          <Panel labelledBy="audit">
            <AuditList audit={view.audit} />
          </Panel>
        </>
      )}
    </>
  )
}
