import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'
import type { Organization, PickableRecords, PipelineChoices } from '@/lib/queries/organization-pipelines'
import { buttonClass } from '../ui/button-class'
import { Note, ProblemList } from '../ui/note'
import { Panel } from '../ui/panel'
import { HiddenFields } from '../ui/secrets'
import { ChoiceField, TextAreaField, TextField } from './field-controls'
import type { PipelineDraft } from './pipeline-draft'
import { type FormProblem, placedProblems, stepsMax } from './pipeline-form'
import { RecordField, RecordsField } from './record-fields'
import { StepFields } from './step-fields'

interface PipelineEditorProps {
  /** Id of the pipeline; `null` for a new one. */
  readonly id: string | null
  readonly draft: PipelineDraft
  readonly problems: readonly FormProblem[]
  readonly formToken: string
  /** Revision that the form is based on; '' for a new pipeline. */
  readonly revision: string
  /** Id of the draft shown; '' for none. */
  readonly draftId: string
  readonly organizations: readonly Organization[]
  readonly choices: PipelineChoices
  /** Records that the definition may name. */
  readonly known: PickableRecords
  /** True where the definition cannot be edited. */
  readonly readOnly: boolean
  /** True where the form asks who runs it: for a new pipeline, and one without a definition. */
  readonly asksWhoRuns: boolean
  /** True for a published pipeline, whose name and description can be edited all the same. */
  readonly wordsOnly?: boolean
}

/**
 * Edits a pipeline, its definition as fields or JSON. Every button posts the whole form, so it works without
 * JavaScript. The first button is the default for Enter: it saves.
 */
export function PipelineEditor(props: PipelineEditorProps) {
  const { id, draft, problems, formToken, revision, draftId, organizations, readOnly, wordsOnly = false } = props
  const { asksWhoRuns } = props
  const placed = placedProblems(problems, draft.view === 'form' ? draft.form : null)
  const of = (name: keyof PipelineDraft & ('name' | 'description' | 'organization' | 'canonified_name')) => ({
    name,
    text: draft[name],
    problems: placed.of(name),
  })
  return (
    <form method="post" action={paths.savePipeline(id)} encType="multipart/form-data" autoComplete="off" noValidate>
      <input type="hidden" name="form_token" value={formToken} />
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="draft" value={draftId} />
      <input type="hidden" name="view" value={draft.view} />
      {wordsOnly && <input type="hidden" name="only" value="words" />}
      <fieldset disabled={readOnly && !wordsOnly} className="grid gap-4">
        <Panel labelledBy="words" className="grid gap-3 p-4 md:p-5">
          <div className="flex flex-wrap items-center gap-3">
            <h2 id="words" className="mr-auto text-lg">
              Pipeline
            </h2>
            {(!readOnly || wordsOnly) && <Save isNew={id === null} />}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
            <TextField {...of('name')} label="Name" />
            {id === null ? (
              <>
                {organizations.length === 1 ? (
                  <HiddenFields fields={{ organization: draft.organization }} />
                ) : (
                  <ChoiceField
                    {...of('organization')}
                    label="Organisation"
                    choices={organizations.map(({ name, canonified_name }) => [canonified_name, name])}
                    help="It cannot change later."
                  />
                )}
                <TextField
                  {...of('canonified_name')}
                  label="Last part of its path"
                  wire
                  help="Made of the name where it is empty. It cannot change later."
                />
              </>
            ) : (
              <div className="grid content-start gap-1">
                <span className="text-sm font-medium">Path</span>
                <code className="wire py-1 text-sm">{`${draft.organization}/${draft.canonified_name}`}</code>
              </div>
            )}
            <TextAreaField {...of('description')} label="Description" rows={2} className="md:col-span-2" />
          </div>
        </Panel>
        <Panel labelledBy="definition" className="group/definition grid gap-4 p-4 md:p-5">
          <div className="flex flex-wrap items-center gap-3">
            <h2 id="definition" className="mr-auto scroll-mt-16 text-lg">
              Definition
            </h2>
            {/* Unsaved input can only switch views where it can be saved. */}
            {!(readOnly && draftId !== '') && (
              <div className={unlessElsewhere}>
                <OtherView id={id} view={draft.view} readOnly={readOnly} />
              </div>
            )}
          </div>
          {asksWhoRuns && <WhoRuns isElsewhere={draft.isElsewhere ?? false} readOnly={readOnly} />}
          {placed.elsewhere.length > 0 && (
            <ProblemList
              problems={placed.elsewhere.map(({ path, message }) => ({ isNote: false, pointer: path, message }))}
            />
          )}
          <fieldset disabled={readOnly} className={cn('grid gap-4', unlessElsewhere)}>
            <DefinitionFields {...props} of={placed.of} />
          </fieldset>
        </Panel>
        {!readOnly && (
          <div className="flex flex-wrap gap-2">
            <Save isNew={id === null} />
            {draftId !== '' && (
              <a
                className={buttonClass({ look: 'quiet' })}
                href={id === null ? paths.newPipeline() : paths.organizationPipeline(id)}
              >
                Discard what was typed
              </a>
            )}
          </div>
        )}
      </fieldset>
    </form>
  )
}

/** Hides what only a pipeline that runs here has; it is posted all the same, so that nothing typed is lost. */
const unlessElsewhere = 'group-has-[#runs-elsewhere:checked]/definition:hidden'

const whoRuns = [
  ['here', 'Runs here, by these steps'],
  ['elsewhere', 'Runs elsewhere: my own worker reports it'],
] as const

/** Asks who runs the pipeline. */
const WhoRuns = ({ isElsewhere, readOnly }: { readonly isElsewhere: boolean; readonly readOnly: boolean }) => (
  <fieldset disabled={readOnly} className="grid min-w-0 content-start gap-1">
    <legend className="mb-1 text-sm font-medium">Who runs it</legend>
    {whoRuns.map(([value, words]) => (
      <label key={value} className="flex min-h-6 items-start gap-2 text-sm">
        <input
          id={`runs-${value}`}
          type="radio"
          name="runs"
          value={value}
          defaultChecked={(value === 'elsewhere') === isElsewhere}
          className="mt-1 size-4 shrink-0"
        />
        {words}
      </label>
    ))}
    <p className="hidden text-sm text-ink-2 group-has-[#runs-elsewhere:checked]/definition:block">
      It needs no definition. A run counts once it is reported, or once Temporal lists its workflow as closed.
    </p>
  </fieldset>
)

const Save = ({ isNew }: { readonly isNew: boolean }) => (
  <button type="submit" name="do" value="save" className={buttonClass({ look: 'solid' })}>
    {isNew ? 'Add pipeline' : 'Save'}
  </button>
)

/** Switches the definition's view through the form, to carry unsaved input along. */
function OtherView({ id, view, readOnly }: Pick<PipelineEditorProps, 'id' | 'readOnly'> & Pick<PipelineDraft, 'view'>) {
  const isForm = view === 'form'
  if (readOnly && id !== null)
    return (
      <a className={buttonClass()} href={paths.organizationPipeline(id, { view: isForm ? 'json' : undefined })}>
        {isForm ? 'Show as JSON' : 'Show as a form'}
      </a>
    )
  return (
    <button type="submit" name="do" value={isForm ? 'json' : 'form'} className={buttonClass()}>
      {isForm ? 'Edit as JSON' : 'Edit as a form'}
    </button>
  )
}

const runners = [
  ['built_in_wallet', 'the reference wallet, in this service'],
  ['real_wallet_qr', 'a real wallet, by QR code'],
  ['external_ci', 'a CI of your own'],
] as const

function DefinitionFields({
  draft,
  choices,
  known,
  readOnly,
  of: problems,
}: PipelineEditorProps & { readonly of: (field: string) => readonly string[] }) {
  if (draft.view === 'json')
    return (
      <TextAreaField
        name="json"
        label="JSON"
        text={draft.json}
        problems={[]}
        wire
        rows={16}
        help="The schema PipelineDefinition in /openapi.json says what it holds. Saving refuses members that it lacks."
      />
    )
  const { base, texts, steps } = draft.form
  const of = (name: string) => ({ name, text: texts[name] ?? '', problems: problems(name) })
  return (
    <>
      <input type="hidden" name="base" value={JSON.stringify(base)} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-3">
        <ChoiceField {...of('runner')} label="Wallet" choices={runners} help="Who opens the link of a step." />
        <TextField
          {...of('wait_seconds')}
          label="Wait"
          inputMode="numeric"
          placeholder="600"
          help="Seconds for a wallet or a result to come: 30 to 3600."
        />
        <TextField
          {...of('timeout_seconds')}
          label="Time for a run"
          inputMode="numeric"
          placeholder="3600"
          help="Seconds, all steps together: 60 to 7200."
        />
        <RecordField {...of('wallet')} label="Wallet under test" kind="wallets" {...{ known, readOnly }} />
        <RecordField
          {...of('wallet_version')}
          label="Version of the wallet"
          kind="wallet_versions"
          {...{ known, readOnly }}
        />
        <RecordsField
          {...of('custom_checks')}
          label="Custom integrations beside the steps"
          kind="custom_checks"
          {...{ known, readOnly }}
        />
      </div>
      {steps.length === 0 && <Note kind="information">A pipeline that runs here needs a step at least.</Note>}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {steps.map((step, place) => (
          <StepFields
            // biome-ignore lint/suspicious/noArrayIndexKey: the page is drawn once
            key={place}
            {...{ step, place, count: steps.length, choices, known, problems, readOnly }}
          />
        ))}
      </ol>
      {!readOnly && (
        <button
          type="submit"
          name="do"
          value="add"
          disabled={steps.length >= stepsMax}
          className={buttonClass({}, 'justify-self-start')}
        >
          Add a step
        </button>
      )}
    </>
  )
}
