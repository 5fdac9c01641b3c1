import type { StoredOrganization } from '@/lib/core/scoreboard/entities/entity-store'
import { paths } from '@/lib/paths'
import type { KeptDraft } from '@/lib/queries/organization-pipelines'
import { buttonClass } from '../ui/button-class'
import { ListRow, ListTable, listCellClass } from '../ui/list-table'
import { TextField } from './field-controls'

const heads = ['Name', 'Namespace', 'In Temporal'] as const

const states = {
  ready: 'registered',
  pending: 'not yet; the next aggregation registers it',
  failed: 'not registered',
} as const

/** Organisations, each with a link to what it owns. */
export function OrganizationList({ organizations }: { readonly organizations: readonly StoredOrganization[] }) {
  if (organizations.length === 0) return <p className="px-4 py-6 text-ink-2">None on this page.</p>
  return (
    <ListTable
      caption="Organisations, by their namespaces"
      head={heads.map((head) => (
        <th key={head} scope="col" className={listCellClass('text-left text-xs font-medium text-ink-2')}>
          {head}
        </th>
      ))}
    >
      {organizations.map(({ id, name, canonified_name, namespace_state, namespace_problem }) => (
        <ListRow key={id}>
          <td className={listCellClass('wrap-anywhere')}>
            <a className="link" dir="auto" href={paths.organizationEntities({ organization: canonified_name })}>
              {name}
            </a>
          </td>
          <td className={listCellClass()}>
            <code className="wire text-xs">{canonified_name}</code>
          </td>
          <td className={listCellClass('text-ink-2')}>
            {[states[namespace_state], namespace_problem].filter((words) => words !== '').join(': ')}
          </td>
        </ListRow>
      ))}
    </ListTable>
  )
}

/** Adds an organisation. */
export function OrganizationForm({
  draft,
  formToken,
}: {
  readonly draft: KeptDraft | null
  readonly formToken: string
}) {
  const typed = new Map(draft?.fields ?? [])
  const of = (name: string) => ({
    name,
    text: typed.get(name) ?? '',
    problems: (draft?.problems ?? []).filter(({ path }) => path === name).map(({ message }) => message),
  })
  return (
    <form method="post" action={paths.organizationEntitiesForm('organization')} noValidate className="grid gap-3">
      <input type="hidden" name="form_token" value={formToken} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-3">
        <TextField {...of('name')} label="Name" />
        <TextField
          {...of('canonified_name')}
          label="Namespace"
          wire
          help="Made of the name where it is empty. It cannot change later."
        />
        <TextField {...of('website')} label="Website" help="May stay empty." />
      </div>
      <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
        Add organisation
      </button>
    </form>
  )
}
