import type { ReactNode } from 'react'
import { paths } from '@/lib/paths'
import type { PickableRecords, PipelineChoices } from '@/lib/queries/organization-pipelines'
import { buttonClass } from '../ui/button-class'
import { ChoiceField, ManyField, TextAreaField, TextField } from './field-controls'
import { fieldsOfKind, requiringKinds, sessionFieldsOfKind, stepFieldNames } from './form-fields'
import { type PlacedProblems, type StepForm, stepFieldName, stepText } from './pipeline-form'
import { RecordField } from './record-fields'
import { SessionFields } from './session-fields'

const kinds = [
  ['issuance', 'Issuance'],
  ['presentation', 'Presentation'],
  ['campaign', 'Campaign'],
  ['custom', 'Custom integration'],
] as const

interface StepFieldsProps {
  readonly step: StepForm
  /** Index from 0, and the number of steps. */
  readonly place: number
  readonly count: number
  readonly choices: PipelineChoices
  readonly known: PickableRecords
  readonly problems: PlacedProblems['of']
  readonly readOnly: boolean
}

/** A step: fields of its kind, and buttons to move and remove it. Input for other kinds is kept in hidden fields. */
export function StepFields({ step, place, count, choices, known, problems, readOnly }: StepFieldsProps) {
  const kind = stepText(step, 'kind')
  const shown = new Set([...fieldsOfKind(kind), ...sessionFieldsOfKind(kind)].map(({ name }) => name))
  const isRequiring = requiringKinds.has(kind)
  const unseen = stepFieldNames.filter(
    (name) => !shown.has(name) && !(isRequiring && name.startsWith('require')) && step.texts[name] !== undefined,
  )
  const of = (name: string) => {
    const field = stepFieldName(place, name)
    return { name: field, text: stepText(step, name), problems: problems(field) }
  }
  const record = { known, readOnly }
  const title = `Step ${place + 1}`
  return (
    <li id={`step-${place}`} className="grid scroll-mt-16 gap-3 rounded-md border border-line p-3 md:p-4">
      <input type="hidden" name={stepFieldName(place, 'from')} value={step.from ?? ''} />
      {unseen.map((name) => (
        <input key={name} type="hidden" name={stepFieldName(place, name)} value={step.texts[name]} />
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto text-md">{title}</h3>
        {!readOnly && (
          <>
            <StepButton words="Up" title={title} action={`up:${place}`} disabled={place === 0} />
            <StepButton words="Down" title={title} action={`down:${place}`} disabled={place === count - 1} />
            <StepButton words="Remove" title={title} action={`remove:${place}`} disabled={false} />
          </>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
        <TextField
          {...of('id')}
          label="Id"
          wire
          help="Lower-case letters, digits and hyphens; another one in each step."
        />
        <ChoiceField
          {...of('kind')}
          label="Kind"
          choices={kinds}
          beside={
            !readOnly && (
              <button type="submit" name="do" value="kind" className={buttonClass({}, 'shrink-0')}>
                Show its fields
              </button>
            )
          }
        />
        {shown.has('session') && <SessionFields {...{ step, place, choices, problems }} />}
        {shown.has('credential') && (
          <RecordField {...of('credential')} label="Counts for the credential" kind="credentials" {...record} />
        )}
        {shown.has('use_case') && (
          <RecordField {...of('use_case')} label="Counts for the use case" kind="use_cases_verifications" {...record} />
        )}
        {isRequiring && (
          <>
            <ChoiceField {...of('require')} label="Passes if" choices={requirements} />
            <Folded title="Required checks" isOpen={of('require').text === 'checks'} field={of('require_checks')}>
              <TextAreaField
                {...of('require_checks')}
                label="Required checks"
                wire
                rows={2}
                help={
                  <>
                    Ids from the{' '}
                    <a className="link" href={paths.checks()}>
                      catalogue of checks
                    </a>
                    , one on each line. The step passes only if each of these was met and passed, where that is chosen
                    above.
                  </>
                }
              />
            </Folded>
          </>
        )}
        {shown.has('campaign') && (
          <>
            <ChoiceField
              {...of('campaign')}
              label="Campaign"
              choices={[['', 'none: the presets below'], ...choices.campaigns.map((id) => [id, id] as const)]}
            />
            <ChoiceField {...of('fail_on')} label="Fails on" choices={levels} />
            <Folded title="Presets in place of a campaign" isOpen={false} field={of('presets')}>
              <ManyField
                {...of('presets')}
                label="Presets"
                choices={choices.presets.map((id) => [id, id] as const)}
                help="Only without a campaign."
              />
            </Folded>
            <Folded title="Expected failures" isOpen={false} field={of('expected_failures')}>
              <TextAreaField
                {...of('expected_failures')}
                label="Expected failures"
                wire
                rows={3}
                help="As a campaign takes them; may stay empty."
              />
            </Folded>
          </>
        )}
        {shown.has('custom_check') && (
          <>
            <RecordField {...of('custom_check')} label="Integration" kind="custom_checks" {...record} />
            <ChoiceField {...of('runs')} label="Run by" choices={runs} />
          </>
        )}
        <ChoiceField {...of('on_failure')} label="If it fails" choices={onFailure} />
      </div>
    </li>
  )
}

/** A field that few need: folded away while it is empty. */
function Folded({
  title,
  isOpen,
  field: { text, problems },
  children,
}: {
  readonly title: string
  readonly isOpen: boolean
  readonly field: { readonly text: string; readonly problems: readonly string[] }
  readonly children: ReactNode
}) {
  return (
    <details open={isOpen || text !== '' || problems.length > 0} className="min-w-0 md:col-span-2">
      <summary className="chevron flex min-h-6 items-center text-sm text-ink-2">{title}</summary>
      <div className="pt-2">{children}</div>
    </details>
  )
}

const requirements = [
  ['all', 'no must is broken'],
  ['checks', 'each required check was met and passed'],
  ['none', 'a wallet has come'],
] as const
const levels = [
  ['must', 'broken musts'],
  ['should', 'broken musts and shoulds'],
  ['info', 'anything'],
] as const
const runs = [
  ['external', 'a program elsewhere, which gives the result'],
  ['built_in', 'this service'],
] as const
const onFailure = [
  ['stop', 'the run stops'],
  ['continue', 'the next step follows'],
] as const

interface StepButtonProps {
  readonly words: string
  readonly title: string
  readonly action: string
  readonly disabled: boolean
}

const StepButton = ({ words, title, action, disabled }: StepButtonProps) => (
  <button
    type="submit"
    name="do"
    value={action}
    disabled={disabled}
    aria-label={`${words} ${title.toLowerCase()}`}
    className={buttonClass({ size: 'small' })}
  >
    {words}
  </button>
)
