import 'server-only'
import { type Asking, isTheirs, viewerOf } from '@/lib/core/scoreboard/asking'
import type { StoredEntity, StoredOrganization } from '@/lib/core/scoreboard/entities/entity-store'
import { isOwnedKind, kindFacts, type OwnedKind } from '@/lib/core/scoreboard/entities/kinds'
import { container } from '@/lib/server/container'
import { inTime } from './storage-away'

/** Rows on one page of a list. */
const perPage = 20
/** How many parents the form offers. */
const parentsMax = 300

/** A list with its pages. */
export interface Paged<Item> {
  readonly page: number
  readonly pages: number
  readonly total: number
  readonly items: readonly Item[]
}

/** What an organisation owns of a kind, and what a new one may belong to: path and name. */
export interface OwnedView {
  readonly organization: StoredOrganization
  readonly kind: OwnedKind
  readonly list: Paged<StoredEntity>
  readonly parents: readonly (readonly [path: string, name: string])[]
  /** The record that is edited, with its revision; `null` for none. */
  readonly edited: (StoredEntity & { readonly revision: string }) | null
}

const pageOf = (asked: string): number => (/^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1)

/** What to search for, as the interface takes it. */
const searchOf = (asked: string): string => asked.trim().slice(0, 200)

const paged = <Item>(page: number, total: number, items: readonly Item[]): Paged<Item> => ({
  page,
  pages: Math.max(1, Math.ceil(total / perPage)),
  total,
  items,
})

/** A page of the organisations of who has signed in, all for the operator; callers have asked for `pageOperator`. */
export async function organizationsPage(
  asked: { readonly page: string; readonly search: string },
  by: Asking,
): Promise<Paged<StoredOrganization>> {
  const page = pageOf(asked.page)
  const { organizations } = container().ports.scoreboard
  const search = searchOf(asked.search)
  const found = await inTime(organizations.list({ only: viewerOf(by), search, page, perPage }))
  return paged(page, found.total, found.organizations)
}

/** What an organisation owns of a kind, wallets where the address names none; `null` for an organisation that is unknown or another's. As above. */
export async function ownedView(asked: {
  readonly organization: string
  readonly kind: string
  readonly page: string
  readonly search: string
  readonly edit: string
  readonly by: Asking
}): Promise<OwnedView | null> {
  if (!isTheirs(asked.by, asked.organization)) return null
  const { organizations, entities } = container().ports.scoreboard
  const kind: OwnedKind = isOwnedKind(asked.kind) ? asked.kind : 'wallets'
  const page = pageOf(asked.page)
  const organization = await inTime(organizations.read(asked.organization))
  if (organization === null) return null
  const { canonified_name: namespace } = organization
  const everything = { organization: namespace, parent: '', search: '' }
  const search = searchOf(asked.search)
  const { parent } = kindFacts(kind)
  const [found, above, edited] = await inTime(
    Promise.all([
      entities.list({ ...everything, kind, search, page, perPage }),
      parent === null
        ? null
        : entities.list({ ...everything, kind: parent[1] as OwnedKind, page: 1, perPage: parentsMax }),
      asked.edit === '' ? null : entities.read({ kind, organization: namespace, id: asked.edit }),
    ]),
  )
  return {
    organization,
    kind,
    list: paged(page, found.total, found.entities),
    parents: (above?.entities ?? []).map(({ path, name }) => [path, name]),
    edited,
  }
}

/** What a draft of the page is about: no id of a pipeline looks like it. */
export const ownedSubject = (organization: string, kind: string, id: string): string =>
  `record ${organization} ${kind} ${id}`
export const newOrganizationSubject = 'new organisation'
