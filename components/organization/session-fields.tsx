import { credentialWords, issuerWords } from '@/lib/core/issuer/configurations/issuer-words'
import type { PipelineChoices } from '@/lib/queries/organization-pipelines'
import { issuerOptionFields, issuerSentence, verifierSentence } from '../start/session-form-controls'
import { verifierPresets } from '../start/verifier-presets'
import { ChoiceField, Problems, TextAreaField } from './field-controls'
import { ownQueryChoice, sessionFieldsOfKind } from './form-fields'
import { type PlacedProblems, type StepForm, sessionOfStep, stepFieldName, stepText } from './pipeline-form'

type Choices = readonly (readonly [value: string, words: string])[]

interface SessionFieldsProps {
  readonly step: StepForm
  readonly place: number
  readonly choices: PipelineChoices
  readonly problems: PlacedProblems['of']
}

/** Settings of the session that a step starts. Members without a field are kept, and told of. */
export function SessionFields({ step, place, choices, problems }: SessionFieldsProps) {
  const kind = stepText(step, 'kind')
  const session = sessionOfStep(step)
  const whole = stepFieldName(place, 'session')
  if (session === null)
    return (
      <TextAreaField
        name={whole}
        label="Session as JSON"
        text={stepText(step, 'session')}
        problems={problems(whole)}
        wire
        rows={4}
        className="md:col-span-2"
        help={`The body of ${kind === 'presentation' ? 'POST /openid4vp/sessions' : 'POST /sessions'}.`}
      />
    )
  const words = kind === 'presentation' ? presentationWords : issuanceWords(choices)
  const own = new Set(sessionFieldsOfKind(kind).map(({ member }) => member))
  const others = Object.keys(session).filter((member) => !own.has(member))
  return (
    <fieldset id={whole} className="grid grid-cols-[minmax(0,1fr)] gap-3 md:col-span-2 md:grid-cols-3">
      <legend className="mb-2 text-sm font-medium">
        {kind === 'presentation' ? 'What the wallet is asked for' : 'What the wallet is offered'}
      </legend>
      <input type="hidden" name={whole} value={stepText(step, 'session')} />
      {sessionFieldsOfKind(kind).map(({ name, member }) => {
        const field = stepFieldName(place, name)
        const text = stepText(step, name)
        const [label, offered] = words[member] ?? [member, [['', 'by default']]]
        return (
          <ChoiceField
            key={name}
            name={field}
            label={label}
            text={text}
            problems={problems(field)}
            choices={text === ownQueryChoice ? [...offered, [ownQueryChoice, 'a query of its own']] : offered}
          />
        )
      })}
      {(others.length > 0 || problems(whole).length > 0) && (
        <div className="grid gap-1 md:col-span-3">
          <Problems id={`${whole}-problem`} problems={problems(whole)} />
          {others.length > 0 && (
            <p className="text-xs text-ink-3 wrap-anywhere">
              It also sets {others.join(', ')}: <em>Edit as JSON</em> shows and changes that.
            </p>
          )}
        </div>
      )}
    </fieldset>
  )
}

const told = (choices: Choices): Choices => choices.filter(([value]) => value !== '')
const trust: readonly [string, Choices] = [
  issuerSentence.trust_framework.label,
  [['', 'as the service is set'], ...told(issuerSentence.trust_framework.choices)],
]

const nonceChoices: Choices = issuerOptionFields.flatMap((field) =>
  field.name === 'dpop_nonce' && field.control === 'select' ? field.choices : [],
)

/** Labels and choices of an issuance, by member. */
const issuanceWords = ({ issuers }: PipelineChoices): Readonly<Record<string, readonly [label: string, Choices]>> => ({
  issuer_configuration_id: [
    'Issuer',
    [['', `${issuerWords(issuers[0]?.[0] ?? '')} (default)`], ...issuers.map(([id]) => [id, issuerWords(id)] as const)],
  ],
  credential_configuration_id: [
    'Credential that it issues',
    [
      ['', 'the first of the issuer'],
      ...issuers.flatMap(([issuer, credentials]) =>
        credentials.map((id) => [id, `${credentialWords(id)}, of the ${issuerWords(issuer)} issuer`] as const),
      ),
    ],
  ],
  flow: [issuerSentence.flow.label, [['', 'authorization code (default)'], ...issuerSentence.flow.choices]],
  credential_offer_mode: [
    issuerSentence.credential_offer_mode.label,
    [['', 'by value (default)'], ...issuerSentence.credential_offer_mode.choices],
  ],
  trust_framework: trust,
  dpop_nonce: ['DPoP nonce', nonceChoices],
})

/** The same of a presentation. */
const presentationWords: Readonly<Record<string, readonly [label: string, Choices]>> = {
  dcql_query: ['Question', verifierPresets.map(({ id, label, query }) => [query === null ? '' : id, label] as const)],
  request_delivery: [
    'Request',
    [
      ['', 'by reference (default)'],
      ['by_value', 'by value'],
    ],
  ],
  request_uri_method: [
    'Fetched by',
    [
      ['', 'GET (default)'],
      ['post', 'POST'],
    ],
  ],
  response_mode: [verifierSentence.response_mode.label, verifierSentence.response_mode.choices],
  profile: [verifierSentence.profile.label, verifierSentence.profile.choices],
  trust_framework: trust,
}
