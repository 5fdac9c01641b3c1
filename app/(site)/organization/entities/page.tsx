import type { Metadata } from 'next'
import { EntityForm } from '@/components/organization/entity-form'
import { EntityList } from '@/components/organization/entity-list'
import { ownedWords } from '@/components/organization/form-words'
import { OrganizationForm } from '@/components/organization/organization-form'
import { OrganizationList } from '@/components/organization/organization-list'
import { OwnedKinds } from '@/components/organization/owned-kinds'
import { buttonClass } from '@/components/ui/button-class'
import { FormNote } from '@/components/ui/form-note'
import { Note } from '@/components/ui/note'
import { Panel } from '@/components/ui/panel'
import { HiddenFields } from '@/components/ui/secrets'
import { hasScope } from '@/lib/core/scoreboard/asking'
import { isOwnedKind, kindFacts } from '@/lib/core/scoreboard/entities/kinds'
import { paths } from '@/lib/paths'
import {
  newOrganizationSubject,
  organizationsPage,
  ownedSubject,
  ownedView,
  type Paged,
} from '@/lib/queries/organization-entities'
import { keptDraft, type PageOperator, pageOperator } from '@/lib/queries/organization-pipelines'
import { unlessAway } from '../../unless-away'
import { pipelineFormPath } from '../pipelines/pipeline-form-path'
import { SignedOut } from '../signed-out'

export const metadata: Metadata = { title: 'Organisations', robots: { index: false } }

interface EntitiesPageProps {
  readonly searchParams: Promise<{ readonly [name: string]: string | string[] | undefined }>
}

export default unlessAway(async function EntitiesPage({ searchParams }: EntitiesPageProps) {
  const [asked, session] = await Promise.all([searchParams, pageOperator()])
  const text = (name: string): string => {
    const value = asked[name]
    return typeof value === 'string' ? value : ''
  }
  const by = session?.by
  // An organisation has its own alone.
  const organization = by?.kind === 'organization' ? by.namespace : text('organization')
  const said = { done: text('done'), problem: text('problem') }
  return (
    <div className="mx-auto grid max-w-[1176px] grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-12 md:px-6">
      <div className="pt-6">
        <h1 className="text-2xl">
          {by?.kind === 'operator' ? 'Organisations and what they own' : 'What your organisation owns'}
        </h1>
        <p className="mt-1 text-ink-2">Wallets, issuers, checks and the like, by the paths that pipelines name.</p>
      </div>
      {session === null ? (
        <SignedOut {...said} back={paths.organizationEntities()} words={ownedWords} />
      ) : (
        <>
          <FormNote words={ownedWords} {...said}>
            {said.problem === 'entity_in_use' && isWithdrawable(text('kind')) && (
              <> Withdraw it instead: then its organisation alone sees it.</>
            )}
          </FormNote>
          {organization === '' ? (
            <Organizations {...{ session, text }} />
          ) : (
            <Owned {...{ session, text, organization }} />
          )}
        </>
      )}
    </div>
  )
})

/** Whether records of a kind can be private. */
const isWithdrawable = (kind: string): boolean => isOwnedKind(kind) && kindFacts(kind).shown

interface PartProps {
  readonly session: PageOperator
  /** Reads a parameter of the page's URL. */
  readonly text: (name: string) => string
}

async function Organizations({ session, text }: PartProps) {
  const search = text('search')
  const list = await organizationsPage({ page: text('page'), search }, session.by)
  const kept = keptDraft(session, text('draft'), newOrganizationSubject)
  return (
    <>
      <Panel labelledBy="organizations">
        <h2 id="organizations" className="border-b border-line px-4 py-2.5 text-sm">
          {`${list.total} ${list.total === 1 ? 'organisation' : 'organisations'}`}
        </h2>
        <SearchForm hidden={{}} {...{ search, list }} />
        <OrganizationList organizations={list.items} />
        <Pager list={list} target={{ search }} />
      </Panel>
      {session.by.kind === 'operator' && (
        <Panel labelledBy="new" className="grid gap-3 p-4 md:p-5">
          <h2 id="new" className="text-lg">
            New organisation
          </h2>
          <OrganizationForm draft={kept} formToken={session.formToken} />
        </Panel>
      )}
    </>
  )
}

async function Owned({ session, text, organization: asked }: PartProps & { readonly organization: string }) {
  const search = text('search')
  const place = { organization: asked, kind: text('kind'), page: text('page'), edit: text('edit'), search }
  const view = await ownedView({ ...place, by: session.by })
  if (view === null)
    return (
      <p className="text-ink-2">
        There is no such organisation.{' '}
        <a className="link" href={paths.organizationEntities()}>
          All organisations
        </a>
      </p>
    )
  const { organization: owner, kind, list, parents, edited } = view
  const organization = owner.canonified_name
  const { one, many } = kindFacts(kind)
  const { formToken } = session
  const mayWrite = hasScope(session.by, 'entities:write')
  const pipeline = text('pipeline')
  const form = pipelineFormPath(pipeline)
  const kept = keptDraft(session, text('draft'), ownedSubject(organization, kind, edited?.id ?? ''))
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-xl wrap-anywhere" dir="auto">
          {owner.name}
        </h2>
        {session.by.kind === 'operator' && (
          <a className={buttonClass()} href={paths.organizationEntities()}>
            All organisations
          </a>
        )}
        <a className={buttonClass()} href={paths.organization({ of: organization })}>
          {session.by.kind === 'operator' ? 'Its keys and runs' : 'Your organisation'}
        </a>
      </div>
      {form !== null && (
        <Note kind="information">
          What was typed of your pipeline is kept.{' '}
          <a className="link" href={form}>
            Go on with the pipeline
          </a>
          , and choose there what you add here.
        </Note>
      )}
      <OwnedKinds {...{ organization, pipeline }} shown={kind} />
      <Panel labelledBy="records">
        <h3 id="records" className="border-b border-line px-4 py-2.5 text-sm">
          {`${many}: ${list.total}`}
        </h3>
        <SearchForm hidden={{ organization, kind, pipeline }} {...{ search, list }} />
        {list.items.length === 0 ? (
          <p className="px-4 py-6 text-ink-2">
            {list.total > 0 ? 'None on this page.' : search === '' ? 'None yet.' : 'None has this in its name or path.'}
          </p>
        ) : (
          <EntityList
            {...{ organization, kind, pipeline }}
            entities={list.items}
            formToken={mayWrite ? formToken : null}
          />
        )}
        <Pager list={list} target={{ organization, kind, pipeline, search }} />
      </Panel>
      {mayWrite ? (
        <Panel labelledBy="record" className="grid gap-3 p-4 md:p-5">
          <h3 id="record" className="scroll-mt-16 text-lg">
            {edited === null ? `Add ${one}` : `Change ${edited.path}`}
          </h3>
          <EntityForm {...{ organization, kind, edited, parents, pipeline, formToken }} draft={kept} />
        </Panel>
      ) : (
        <Note kind="information">
          Your key may read these and change none: that takes the scope entities:write. Sign in with a key that has it.
        </Note>
      )}
    </>
  )
}

/** Searches a list by name and path; nothing for one that fits on a page. */
function SearchForm({
  hidden,
  search,
  list,
}: {
  readonly hidden: Readonly<Record<string, string>>
  readonly search: string
  readonly list: Paged<unknown>
}) {
  if (search === '' && list.pages <= 1) return null
  return (
    <form
      action={paths.organizationEntities()}
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5"
    >
      <HiddenFields fields={hidden} />
      <input
        type="search"
        name="search"
        defaultValue={search}
        maxLength={200}
        aria-label="Search by name or path"
        placeholder="Name or path"
        className="min-h-8 min-w-0 flex-1 rounded-md border border-control bg-surface px-3 text-sm md:max-w-xs"
      />
      <button type="submit" className={buttonClass()}>
        Search
      </button>
    </form>
  )
}

/** Links to the pages of a list; nothing for a single one. */
function Pager({
  list: { page, pages },
  target,
}: {
  readonly list: Paged<unknown>
  readonly target: Parameters<typeof paths.organizationEntities>[0]
}) {
  if (pages <= 1) return null
  const to = (other: number) => paths.organizationEntities({ ...target, page: String(other) })
  return (
    <nav aria-label="Pages" className="flex items-center gap-3 border-t border-line px-4 py-2.5 text-sm text-ink-2">
      {page > 1 && (
        <a className={buttonClass()} href={to(Math.min(page - 1, pages))}>
          Previous
        </a>
      )}
      <span className="tabular-nums">{page > pages ? `Only ${pages} pages` : `Page ${page} of ${pages}`}</span>
      {page < pages && (
        <a className={buttonClass()} href={to(page + 1)}>
          Next
        </a>
      )}
    </nav>
  )
}
