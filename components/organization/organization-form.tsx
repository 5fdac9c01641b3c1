import type { StoredOrganization } from '@/lib/core/scoreboard/entities/entity-store'
import { paths } from '@/lib/paths'
import type { KeptDraft } from '@/lib/queries/organization-pipelines'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { FormNote } from '../ui/form-note'
import { HiddenFields } from '../ui/secrets'
import { LogoField, TextAreaField, TextField, typedFields } from './field-controls'
import { ownedWords } from './form-words'

interface OrganizationFormProps {
  /** Refused input; `null` for none. */
  readonly draft: KeptDraft | null
  readonly formToken: string
}

/** Adds an organisation. */
export function OrganizationForm({ draft, formToken }: OrganizationFormProps) {
  const of = typedFields(draft)
  return (
    <form method="post" action={paths.organizationEntitiesForm('organization')} noValidate className="grid gap-3">
      <FormNote words={ownedWords} problem={draft?.refusal} />
      <HiddenFields fields={{ form_token: formToken }} />
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
      <p className="text-sm text-ink-2">
        Everybody may read name, namespace and website, and that the organisation exists, from now on. What it owns is
        private until it is published.
      </p>
      <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
        Add organisation
      </button>
    </form>
  )
}

/** Changes what an organisation says of itself. Works without JavaScript. */
export function AboutOrganization({
  about,
  draft,
  formToken,
}: OrganizationFormProps & { readonly about: StoredOrganization & { readonly revision: string } }) {
  const of = typedFields(draft, (name) => String(about[name as keyof StoredOrganization] ?? ''))
  const { canonified_name: organization, revision, id, logo } = about
  return (
    <form
      method="post"
      action={renderedPaths.changeOrganization()}
      encType="multipart/form-data"
      autoComplete="off"
      noValidate
      className="grid gap-3"
    >
      <h2 id="about" className="scroll-mt-16 text-lg">
        About the organisation
      </h2>
      <p className="text-sm text-ink-2">
        Everybody may read all of this, even if nothing of the organisation is published.
      </p>
      <FormNote words={ownedWords} problem={draft?.refusal} />
      <HiddenFields fields={{ form_token: formToken, organization, revision }} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
        <TextField {...of('name')} label="Name" />
        <TextField {...of('website')} label="Website" help="May stay empty." />
        <TextAreaField {...of('description')} label="Description" rows={3} />
        <LogoField
          name="logo"
          problems={of('logo').problems}
          kept={logo === '' ? null : `/media/organizations/${id}/${logo}`}
        />
      </div>
      <button type="submit" className={buttonClass({}, 'justify-self-start')}>
        Save
      </button>
    </form>
  )
}

/** Deletes an organisation, once its namespace is typed. For the operator. */
export function DeleteOrganization({
  namespace,
  hasPipelines,
  hasRuns,
  formToken,
}: {
  readonly namespace: string
  readonly hasPipelines: boolean
  readonly hasRuns: boolean
  readonly formToken: string
}) {
  return (
    <>
      <h2 id="deletion" className="scroll-mt-16 text-lg">
        Deletion
      </h2>
      {hasPipelines || hasRuns ? (
        <p className="text-sm text-ink-2">
          {hasRuns
            ? 'It has runs, and statistics are made of them, so it stays. Revoke its keys: then nobody acts for it.'
            : 'It has pipelines. Delete them first; then it can be deleted.'}
        </p>
      ) : (
        <form method="post" action={renderedPaths.deleteOrganization()} autoComplete="off" className="grid gap-3">
          <p className="text-sm text-ink-2">
            It is deleted with its keys and all that it owns. This cannot be undone. Its namespace stays in Temporal.
          </p>
          <HiddenFields fields={{ form_token: formToken, organization: namespace }} />
          <TextField
            name="confirmation"
            label="Its namespace, to confirm"
            text=""
            problems={[]}
            wire
            help={namespace}
            className="max-w-[320px]"
          />
          <button type="submit" className={buttonClass({}, 'justify-self-start')}>
            Delete this organisation
          </button>
        </form>
      )}
    </>
  )
}
