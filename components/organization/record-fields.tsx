import { kindFacts } from '@/lib/core/scoreboard/entities/kinds'
import type { PickableRecords } from '@/lib/queries/organization-pipelines'
import { buttonClass } from '../ui/button-class'
import { ChoiceField, ManyField } from './field-controls'

interface RecordFieldProps {
  readonly name: string
  readonly label: string
  readonly text: string
  readonly problems: readonly string[]
  readonly kind: keyof PickableRecords
  readonly known: PickableRecords
  readonly readOnly: boolean
}

/** Picks a record by its name; the definition holds its path. */
export const RecordField = ({ kind, known, readOnly, ...field }: RecordFieldProps) => (
  <ChoiceField
    {...field}
    choices={[['', 'none'], ...choicesOf(known[kind])]}
    beside={!readOnly && <NewRecord kind={kind} label={field.label} />}
  />
)

/** Picks any number of records. */
export const RecordsField = ({ kind, known, readOnly, ...field }: RecordFieldProps) => (
  <ManyField
    {...field}
    choices={choicesOf(known[kind])}
    below={
      !readOnly && (
        <span>
          <NewRecord kind={kind} label={field.label} />
        </span>
      )
    }
  />
)

const choicesOf = (records: readonly (readonly [path: string, name: string])[] = []) =>
  records.map(([path, name]) => [path, `${name} (${path})`] as const)

/** Leads to the form of a new record, and keeps what was typed here. */
const NewRecord = ({ kind, label }: Pick<RecordFieldProps, 'kind' | 'label'>) => (
  <button
    type="submit"
    name="do"
    value={`new:${kind}`}
    aria-label={`New ${kindFacts(kind).one.replace(/^an? /, '')}, for ${label}`}
    className={buttonClass({}, 'shrink-0')}
  >
    new…
  </button>
)
