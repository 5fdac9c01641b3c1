import type { StoredEntity } from '@/lib/core/scoreboard/entities/entity-store'
import { kindFacts, type OwnedKind } from '@/lib/core/scoreboard/entities/kinds'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { ListRow, ListTable, listCellClass } from '../ui/list-table'
import { Confirmed, HiddenFields } from '../ui/secrets'

interface EntityListProps {
  readonly organization: string
  readonly kind: OwnedKind
  readonly entities: readonly StoredEntity[]
  /** The form of a pipeline to return to, as in the address; '' for none. */
  readonly pipeline: string
  /** `null` for who may only read. */
  readonly formToken: string | null
}

const columns = ['Name', 'Path', 'Visible'] as const

/** What an organisation owns of a kind, each with its forms. */
export function EntityList({ organization, kind, entities, pipeline, formToken }: EntityListProps) {
  const { shown } = kindFacts(kind)
  const heads = formToken === null ? columns : [...columns, '']
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
        const formOf = (form: 'publish' | 'delete', words: string, more: Readonly<Record<string, string>> = {}) => (
          <form method="post" action={paths.organizationEntitiesForm(form)}>
            <HiddenFields fields={{ form_token: formToken ?? '', organization, kind, id, pipeline, ...more }} />
            <button type="submit" aria-label={`${words} ${name}`} className={buttonClass({ size: 'small' })}>
              {words}
            </button>
          </form>
        )
        const publish = formOf('publish', isPublic ? 'Withdraw' : 'Publish', { published: String(!isPublic) })
        return (
          <ListRow key={id}>
            <td className={listCellClass('wrap-anywhere')}>
              <bdi>{name}</bdi>
            </td>
            <td className={listCellClass()}>
              <code className="wire text-xs wrap-anywhere">{path}</code>
            </td>
            <td className={listCellClass('text-ink-2')}>{isPublic ? 'to everybody' : 'to its organisation'}</td>
            {formToken !== null && (
              <td className={listCellClass()}>
                <div className="flex flex-wrap gap-2">
                  <a
                    className={buttonClass({ size: 'small' })}
                    aria-label={`Change ${name}`}
                    href={`${paths.organizationEntities({ organization, kind, pipeline, edit: id })}#record`}
                  >
                    Change
                  </a>
                  {shown && !isPublic && publish}
                  {shown && isPublic && (
                    <Confirmed
                      words="Withdraw"
                      label={`Withdraw ${name}`}
                      follows="Visitors no longer see it, in the rows that name it either, at once. Publish it to take that back."
                    >
                      {publish}
                    </Confirmed>
                  )}
                  <Confirmed
                    words="Delete"
                    label={`Delete ${name}`}
                    follows="It is gone for good, unless a definition or a run of its organisation names it: then it stays."
                  >
                    {formOf('delete', 'Delete')}
                  </Confirmed>
                </div>
              </td>
            )}
          </ListRow>
        )
      })}
    </ListTable>
  )
}
