import type { StoredEntity } from '@/lib/core/scoreboard/entities/entity-store'
import { kindFacts, type OwnedKind, runnerTypes } from '@/lib/core/scoreboard/entities/kinds'
import { runnerTypeWords } from '@/lib/core/scoreboard/rows/row-words'
import { paths } from '@/lib/paths'
import type { KeptDraft } from '@/lib/queries/organization-pipelines'
import { buttonClass } from '../ui/button-class'
import { ChoiceField, TextAreaField, TextField } from './field-controls'

interface EntityFormProps {
  readonly organization: string
  readonly kind: OwnedKind
  /** The record that is changed; `null` for a new one. */
  readonly edited: (StoredEntity & { readonly revision: string }) | null
  readonly parents: readonly (readonly [path: string, name: string])[]
  /** Refused input; `null` for none. */
  readonly draft: KeptDraft | null
  readonly formToken: string
}

/** Adds a record, or changes one. Works without JavaScript. */
export function EntityForm({ organization, kind, edited, parents, draft, formToken }: EntityFormProps) {
  const { parent, members, shown } = kindFacts(kind)
  const typed = new Map(draft?.fields ?? [])
  const of = (name: string) => ({
    name,
    text: typed.get(name) ?? savedText(edited?.[name]),
    problems: (draft?.problems ?? []).filter(({ path }) => path.split('.')[0] === name).map(({ message }) => message),
  })
  const wrongLogo = of('logo').problems
  return (
    <form
      method="post"
      action={paths.organizationEntitiesForm('save')}
      encType="multipart/form-data"
      autoComplete="off"
      noValidate
      className="grid gap-3"
    >
      <input type="hidden" name="form_token" value={formToken} />
      <input type="hidden" name="organization" value={organization} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={edited?.id ?? ''} />
      <input type="hidden" name="revision" value={edited?.revision ?? ''} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
        <TextField {...of('name')} label="Name" />
        <TextField
          {...of('canonified_name')}
          label="Last part of its path"
          wire
          help={
            edited === null
              ? 'Made of the name where it is empty.'
              : 'Another one moves it: definitions and runs keep the earlier path.'
          }
        />
        {parent !== null && (
          <ChoiceField
            {...of(parent[0])}
            label="Belongs to"
            choices={[['', 'choose one'], ...parents.map(([path, name]) => [path, `${name} (${path})`] as const)]}
          />
        )}
        {Object.entries(members).map(([name, { label }]) => {
          if (name === 'type') return <ChoiceField key={name} {...of(name)} label={label} choices={types} />
          if (name === 'dcql')
            return (
              <TextAreaField
                key={name}
                {...of(name)}
                label={label}
                wire
                rows={4}
                className="md:col-span-2"
                help="JSON; may stay empty."
              />
            )
          return <TextField key={name} {...of(name)} label={label} help="May stay empty." />
        })}
        {shown && (
          <>
            <TextAreaField {...of('description')} label="Description" rows={2} className="md:col-span-2" />
            <label className="grid content-start gap-1 md:col-span-2">
              <span className="text-sm font-medium">Logo</span>
              <input type="file" name="logo" accept="image/png,image/jpeg,image/webp" className="max-w-full text-sm" />
              <span className="text-xs text-ink-3">
                {wrongLogo.length > 0 ? wrongLogo.join('; ') : 'PNG, JPEG or WebP, 1 MiB at most; may stay empty.'}
              </span>
            </label>
          </>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <button type="submit" className={buttonClass({ look: 'solid' })}>
          {edited === null ? 'Add' : 'Save'}
        </button>
        {edited !== null && (
          <a className={buttonClass({ look: 'quiet' })} href={paths.organizationEntities({ organization, kind })}>
            Cancel
          </a>
        )}
      </div>
    </form>
  )
}

const types = runnerTypes.map((type) => [type, runnerTypeWords(type)] as const)

/** A saved member as the text of its field. */
function savedText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null || typeof value === 'boolean' ? '' : JSON.stringify(value, null, 2)
}
