import type { StoredEntity } from '@/lib/core/scoreboard/entities/entity-store'
import { kindFacts, type OwnedKind } from '@/lib/core/scoreboard/entities/kinds'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { ListRow, ListTable, listCellClass } from '../ui/list-table'

interface EntityListProps {
  readonly organization: string
  readonly kind: OwnedKind
  readonly entities: readonly StoredEntity[]
  readonly formToken: string
}

const heads = ['Name', 'Path', 'Visible', ''] as const

/** What an organisation owns of a kind, each with its forms. */
export function EntityList({ organization, kind, entities, formToken }: EntityListProps) {
  const { shown } = kindFacts(kind)
  return (
    <ListTable
      caption={`${kindFacts(kind).many}, by their paths`}
      head={heads.map((head) => (
        <th key={head} scope="col" className={listCellClass('text-left text-xs font-medium text-ink-2')}>
          {head || <span className="sr-only">Actions</span>}
        </th>
      ))}
    >
      {entities.map(({ id, name, path, published }) => {
        const isPublic = !shown || published === true
        const of = (form: 'publish' | 'delete', words: string, more: object = {}) => (
          <form method="post" action={paths.organizationEntitiesForm(form)}>
            {Object.entries({ form_token: formToken, organization, kind, id, ...more }).map(([field, value]) => (
              <input key={field} type="hidden" name={field} value={String(value)} />
            ))}
            <button type="submit" aria-label={`${words} ${name}`} className={buttonClass({ size: 'small' })}>
              {words}
            </button>
          </form>
        )
        return (
          <ListRow key={id}>
            <td className={listCellClass('wrap-anywhere')} dir="auto">
              {name}
            </td>
            <td className={listCellClass()}>
              <code className="wire text-xs">{path}</code>
            </td>
            <td className={listCellClass('text-ink-2')}>{isPublic ? 'to everybody' : 'to its organisation'}</td>
            <td className={listCellClass()}>
              <div className="flex flex-wrap gap-2">
                <a
                  className={buttonClass({ size: 'small' })}
                  aria-label={`Change ${name}`}
                  href={paths.organizationEntities({ organization, kind, edit: id })}
                >
                  Change
                </a>
                {shown && of('publish', isPublic ? 'Withdraw' : 'Publish', { published: String(!isPublic) })}
                {of('delete', 'Delete')}
              </div>
            </td>
          </ListRow>
        )
      })}
    </ListTable>
  )
}
