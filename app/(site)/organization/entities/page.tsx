import type { Metadata } from 'next'
import { KeyForm } from '@/components/operator/key-form'
import { EntityForm } from '@/components/organization/entity-form'
import { EntityList } from '@/components/organization/entity-list'
import { OrganizationForm, OrganizationList } from '@/components/organization/organization-list'
import { OwnedNote } from '@/components/organization/owned-note'
import { buttonClass } from '@/components/ui/button-class'
import { Panel } from '@/components/ui/panel'
import { kindFacts, type OwnedKind, ownedKindNames } from '@/lib/core/scoreboard/entities/kinds'
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
  const organization = text('organization')
  return (
    <div className="mx-auto grid max-w-[1176px] grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-12 md:px-6">
      <div className="pt-6">
        <h1 className="text-2xl">Organisations and what they own</h1>
        <p className="mt-1 text-ink-2">Wallets, issuers, checks and the like, by the paths that pipelines name.</p>
      </div>
      <OwnedNote done={text('done')} problem={text('problem')} />
      {session === null && <KeyForm back={paths.organizationEntities()} />}
      {session !== null && organization === '' && <Organizations {...{ session, text }} />}
      {session !== null && organization !== '' && <Owned {...{ session, text, organization }} />}
    </div>
  )
})

interface PartProps {
  readonly session: PageOperator
  /** Reads a parameter of the page's URL. */
  readonly text: (name: string) => string
}

async function Organizations({ session, text }: PartProps) {
  const list = await organizationsPage(text('page'), session.by)
  const kept = keptDraft(session, text('draft'), newOrganizationSubject)
  return (
    <>
      <Panel labelledBy="organizations">
        <h2 id="organizations" className="border-b border-line px-4 py-2.5 text-sm">
          {`${list.total} ${list.total === 1 ? 'organisation' : 'organisations'}`}
        </h2>
        <OrganizationList organizations={list.items} />
        <Pager list={list} target={{}} />
      </Panel>
      {session.by.kind === 'operator' && (
        <Panel labelledBy="new" className="grid gap-3 p-4 md:p-5">
          <h2 id="new" className="text-lg">
            New organisation
          </h2>
          <OwnedNote problem={kept?.refusal ?? ''} />
          <OrganizationForm draft={kept} formToken={session.formToken} />
        </Panel>
      )}
    </>
  )
}

async function Owned({ session, text, organization: asked }: PartProps & { readonly organization: string }) {
  const place = { organization: asked, kind: text('kind'), page: text('page'), edit: text('edit') }
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
  const kept = keptDraft(session, text('draft'), ownedSubject(organization, kind, edited?.id ?? ''))
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-xl wrap-anywhere" dir="auto">
          {owner.name}
        </h2>
        <a className={buttonClass()} href={paths.organizationEntities()}>
          All organisations
        </a>
      </div>
      <Kinds {...{ organization, kind }} />
      <Panel labelledBy="records">
        <h3 id="records" className="border-b border-line px-4 py-2.5 text-sm">
          {`${many}: ${list.total}`}
        </h3>
        {list.items.length === 0 ? (
          <p className="px-4 py-6 text-ink-2">{list.total === 0 ? 'None yet.' : 'None on this page.'}</p>
        ) : (
          <EntityList {...{ organization, kind, formToken }} entities={list.items} />
        )}
        <Pager list={list} target={{ organization, kind }} />
      </Panel>
      <Panel labelledBy="record" className="grid gap-3 p-4 md:p-5">
        <h3 id="record" className="text-lg">
          {edited === null ? `Add ${one}` : `Change ${edited.path}`}
        </h3>
        <OwnedNote problem={kept?.refusal ?? ''} />
        <EntityForm {...{ organization, kind, edited, parents, formToken }} draft={kept} />
      </Panel>
    </>
  )
}

/** Links to the other kinds. */
function Kinds({ organization, kind: shown }: { readonly organization: string; readonly kind: OwnedKind }) {
  return (
    <nav aria-label="Kinds" className="flex flex-wrap gap-2">
      {ownedKindNames.map((kind) => (
        <a
          key={kind}
          className={buttonClass(kind === shown ? { look: 'solid', size: 'small' } : { size: 'small' })}
          aria-current={kind === shown ? 'page' : undefined}
          href={paths.organizationEntities({ organization, kind })}
        >
          {kindFacts(kind).many}
        </a>
      ))}
    </nav>
  )
}

/** Links to the pages of a list; nothing for a single one. */
function Pager({
  list: { page, pages },
  target,
}: {
  readonly list: Paged<unknown>
  readonly target: { readonly organization?: string; readonly kind?: string }
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
