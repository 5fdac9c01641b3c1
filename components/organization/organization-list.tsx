import type { StoredOrganization } from '@/lib/core/scoreboard/entities/entity-store'
import { paths } from '@/lib/paths'
import { ListRow, ListTable, listCellClass } from '../ui/list-table'

const heads = ['Name', 'Namespace', 'In Temporal'] as const

const namespaceStates = {
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
            <a className="link" href={paths.organizationEntities({ organization: canonified_name })}>
              <bdi>{name}</bdi>
            </a>
          </td>
          <td className={listCellClass()}>
            <code className="wire text-xs">{canonified_name}</code>
          </td>
          <td className={listCellClass('text-ink-2')}>
            {[namespaceStates[namespace_state], namespace_problem].filter((words) => words !== '').join(': ')}
          </td>
        </ListRow>
      ))}
    </ListTable>
  )
}
