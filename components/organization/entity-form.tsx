import type { StoredEntity } from '@/lib/core/scoreboard/entities/entity-store'
import { isOwnedKind, kindFacts, type OwnedKind } from '@/lib/core/scoreboard/entities/kinds'
import { runnerTypes } from '@/lib/core/scoreboard/entities/runner-types'
import { runnerTypeWords } from '@/lib/core/scoreboard/rows/row-words'
import { paths } from '@/lib/paths'
import type { KeptDraft } from '@/lib/queries/organization-pipelines'
import { buttonClass } from '../ui/button-class'
import { FormNote } from '../ui/form-note'
import { HiddenFields } from '../ui/secrets'
import { ChoiceField, LogoField, TextAreaField, TextField, typedFields } from './field-controls'
import { ownedWords } from './form-words'

interface EntityFormProps {
  readonly organization: string
  readonly kind: OwnedKind
  /** The record that is changed; `null` for a new one. */
  readonly edited: (StoredEntity & { readonly revision: string }) | null
  readonly parents: readonly (readonly [path: string, name: string])[]
  /** The form of a pipeline to return to, as in the address; '' for none. */
  readonly pipeline: string
  /** Refused input; `null` for none. */
  readonly draft: KeptDraft | null
  readonly formToken: string
}

/** Adds a record, or changes one. Works without JavaScript. */
export function EntityForm({ organization, kind, edited, parents, pipeline, draft, formToken }: EntityFormProps) {
  const { parent, members, shown } = kindFacts(kind)
  const of = typedFields(draft, (name) => savedText(edited?.[name]))
  const logo = edited?.logo
  return (
    <form
      method="post"
      action={paths.organizationEntitiesForm('save')}
      encType="multipart/form-data"
      autoComplete="off"
      noValidate
      className="grid gap-3"
    >
      <FormNote words={ownedWords} problem={draft?.refusal} />
      <HiddenFields
        fields={{
          ...{ form_token: formToken, organization, kind, pipeline },
          ...{ id: edited?.id ?? '', revision: edited?.revision ?? '' },
        }}
      />
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
            help={
              parents.length === 0 && isOwnedKind(parent[1]) ? (
                <>
                  There is none yet:{' '}
                  <a className="link" href={paths.organizationEntities({ organization, kind: parent[1], pipeline })}>
                    add {kindFacts(parent[1]).one}
                  </a>{' '}
                  first.
                </>
              ) : undefined
            }
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
            <LogoField
              name="logo"
              problems={of('logo').problems}
              kept={typeof logo === 'string' && logo !== '' ? `/media/entities/${kind}/${edited?.id}/${logo}` : null}
              className="md:col-span-2"
            />
          </>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <button type="submit" className={buttonClass({ look: 'solid' })}>
          {edited === null ? 'Add' : 'Save'}
        </button>
        {edited !== null && (
          <a
            className={buttonClass({ look: 'quiet' })}
            href={paths.organizationEntities({ organization, kind, pipeline })}
          >
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
