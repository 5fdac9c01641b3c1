import type { PickableRecords } from '@/lib/queries/organization-pipelines'
import { buttonClass } from '../ui/button-class'
import { ChoiceField, recordChoices, TextAreaField, TextField } from './field-controls'
import { fieldsOfKind, requiringKinds, stepFieldNames } from './form-fields'
import { type PlacedProblems, type StepForm, stepFieldName, stepText } from './pipeline-form'

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
  readonly campaigns: readonly string[]
  readonly known: PickableRecords
  readonly problems: PlacedProblems['of']
  readonly readOnly: boolean
}

/** A step: fields of its kind, and buttons to move and remove it. Input for other kinds is kept in hidden fields. */
export function StepFields({ step, place, count, campaigns, known, problems, readOnly }: StepFieldsProps) {
  const kind = stepText(step, 'kind')
  const shown = new Set(fieldsOfKind(kind).map(({ name }) => name))
  const isRequiring = requiringKinds.has(kind)
  const unseen = stepFieldNames.filter(
    (name) => !shown.has(name) && !(isRequiring && name.startsWith('require')) && step.texts[name] !== undefined,
  )
  const of = (name: string) => {
    const field = stepFieldName(place, name)
    return { name: field, text: stepText(step, name), problems: problems(field) }
  }
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
        {shown.has('session') && (
          <TextAreaField
            {...of('session')}
            label="Session"
            wire
            rows={4}
            className="md:col-span-2"
            help={`JSON: the body of ${kind === 'presentation' ? 'POST /openid4vp/sessions' : 'POST /sessions'}.`}
          />
        )}
        {shown.has('credential') && (
          <ChoiceField {...of('credential')} label="Credential" choices={recordChoices(known.credentials)} />
        )}
        {shown.has('use_case') && (
          <ChoiceField {...of('use_case')} label="Use case" choices={recordChoices(known.use_cases_verifications)} />
        )}
        {isRequiring && (
          <>
            <ChoiceField {...of('require')} label="Passes if" choices={requirements} />
            <TextAreaField
              {...of('require_checks')}
              label="Required checks"
              wire
              rows={2}
              help="One id on each line. With that choice, the step passes only if each of these checks was met and passed."
            />
          </>
        )}
        {shown.has('campaign') && (
          <>
            <ChoiceField
              {...of('campaign')}
              label="Campaign"
              choices={[['', 'none: the presets below'], ...campaigns.map((id) => [id, id] as const)]}
            />
            <ChoiceField {...of('fail_on')} label="Fails on" choices={levels} />
            <TextAreaField
              {...of('presets')}
              label="Presets"
              wire
              rows={3}
              help="One id on each line. Only without a campaign."
            />
            <TextAreaField
              {...of('expected_failures')}
              label="Expected failures"
              wire
              rows={3}
              help="As a campaign takes them; may stay empty."
            />
          </>
        )}
        {shown.has('custom_check') && (
          <>
            <ChoiceField {...of('custom_check')} label="Integration" choices={recordChoices(known.custom_checks)} />
            <ChoiceField {...of('runs')} label="Run by" choices={runs} />
          </>
        )}
        <ChoiceField {...of('on_failure')} label="If it fails" choices={onFailure} />
      </div>
    </li>
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
