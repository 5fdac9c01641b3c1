import type { Organization } from '@/lib/queries/organization-pipelines'
import type { UncountedFound } from '@/lib/queries/uncounted'
import { buttonClass } from '../ui/button-class'
import { ListRow, ListTable, listCellClass } from '../ui/list-table'
import { Panel } from '../ui/panel'
import { RelativeTime } from '../ui/time'

const heads = ['Workflow', 'Type', 'Ended', 'Not counted, because'] as const

interface UncountedPanelProps {
  readonly found: UncountedFound
  readonly now: number
  /** Lets the reader choose an organisation; absent where the page is of one. */
  readonly choice?: {
    readonly organizations: readonly Organization[]
    /** Namespace of the organisation that was chosen; '' for none. */
    readonly chosen: string
    readonly action: string
  }
}

/** Workflows in the namespace of an organisation that are on no scoreboard, each with the reason. */
export function UncountedPanel({ found, now, choice }: UncountedPanelProps) {
  return (
    <Panel labelledBy="uncounted">
      <div className="flex flex-wrap items-center gap-3 px-4 pt-3 pb-2 md:px-5">
        <h2 id="uncounted" className="mr-auto text-lg">
          Workflows in Temporal that are not counted
        </h2>
        {choice !== undefined && (
          <form method="get" action={choice.action} className="flex min-w-0 flex-wrap items-center gap-2 text-sm">
            <label className="flex min-w-0 items-center gap-2">
              Organisation
              <select
                name="uncounted"
                defaultValue={choice.chosen}
                className="min-h-8 max-w-64 min-w-0 rounded-md border border-line-strong bg-surface px-2"
              >
                {choice.organizations.map(({ name, canonified_name }) => (
                  <option key={canonified_name} value={canonified_name}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <button type="submit" className={buttonClass()}>
              Look
            </button>
          </form>
        )}
      </div>
      <Found found={found} now={now} />
    </Panel>
  )
}

function Found({ found, now }: { readonly found: UncountedFound; readonly now: number }) {
  if (found === null)
    return (
      <p className="px-4 pb-4 text-ink-2 md:px-5">Choose an organisation to see what its workers run in Temporal.</p>
    )
  if (found === 'away')
    return (
      <p className="px-4 pb-4 text-ink-2 md:px-5">
        Temporal does not respond, so nobody can say what it has. What is counted already stays. Open the page again in
        a moment.
      </p>
    )
  const { uncounted, lookedAt, hasMore } = found
  const among = `${hasMore ? 'the newest ' : ''}${lookedAt} ${lookedAt === 1 ? 'workflow' : 'workflows'}`
  if (uncounted.length === 0)
    return (
      <p className="px-4 pb-4 text-ink-2 md:px-5">
        {lookedAt === 0 ? 'Temporal has no workflow in its namespace.' : `None of ${among}: each is counted.`}
      </p>
    )
  return (
    <>
      <p className="px-4 pb-2.5 text-sm text-ink-2 md:px-5">{`${uncounted.length} of ${among}.`}</p>
      <ListTable
        caption="Workflows that are not counted"
        head={heads.map((head) => (
          <th key={head} scope="col" className={listCellClass('text-left text-xs font-medium text-ink-2')}>
            {head}
          </th>
        ))}
      >
        {uncounted.map(({ workflow_id, run_id, type, closed_at, because }) => (
          <ListRow key={`${workflow_id} ${run_id}`}>
            <th scope="row" className={listCellClass('text-left font-medium min-[60rem]:max-w-[20rem]')}>
              <bdi className="wrap-anywhere">{workflow_id}</bdi>
              <span className="block text-xs font-normal text-ink-3 wrap-anywhere">{run_id}</span>
            </th>
            <td className={listCellClass('wrap-anywhere')}>
              <bdi>{type}</bdi>
            </td>
            <td className={listCellClass()}>
              {closed_at === '' ? 'not yet' : <RelativeTime at={closed_at} now={now} />}
            </td>
            <td className={listCellClass('wrap-anywhere')}>{because}</td>
          </ListRow>
        ))}
      </ListTable>
    </>
  )
}
