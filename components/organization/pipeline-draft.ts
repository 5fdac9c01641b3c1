import { isOwnedKind, type OwnedKind } from '@/lib/core/scoreboard/entities/kinds'
import { isObject } from '@/lib/core/shared/values/json'
import { entityFields, normaliseLineEnds, parseTypedJson, stepFieldNames, topFields } from './form-fields'
import {
  type DefinitionForm,
  definitionOfForm,
  definitionOfText,
  editedSteps,
  type FormProblem,
  formOfDefinition,
  newDefinition,
  type StepEdit,
  type StepForm,
  stepFieldName,
  textOfDefinition,
} from './pipeline-form'

/** Members of a pipeline besides its definition. */
interface PipelineWords {
  /** Namespace of the organisation and last path segment; both are fixed once the pipeline exists. */
  readonly organization: string
  readonly canonified_name: string
  readonly name: string
  readonly description: string
  /** True where others run it and report it: it has no definition, whatever the hidden fields hold. */
  readonly isElsewhere?: boolean | undefined
}

/** Definition as form fields or as JSON. */
type DefinitionView =
  | { readonly view: 'form'; readonly form: DefinitionForm }
  | { readonly view: 'json'; readonly json: string }

/** Unsaved input of the editor. */
export type PipelineDraft = PipelineWords & DefinitionView

/** Action of a form button. */
type DraftAction = 'save' | 'form' | 'json' | 'kind' | StepEdit | LeaveForRecord

/** Leads to the form of a new record, which the definition is to name. */
interface LeaveForRecord {
  readonly edit: 'record'
  readonly kind: OwnedKind
}

/** More steps than any definition may have, so that no input is lost. */
const stepsReadMax = 100

/** Text of a field with line endings as in a definition; '' if missing. */
function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? normaliseLineEnds(value) : ''
}

/** Lines of a field, those of each control of its name; empty ones count only alone. */
function linesOf(fields: FormData, name: string): string {
  const texts = fields.getAll(name).flatMap((value) => (typeof value === 'string' ? [normaliseLineEnds(value)] : []))
  return (texts.length > 1 ? texts.filter((text) => text !== '') : texts).join('\n')
}

/** Reads a posted form. */
export function readPipelineForm(fields: FormData): { readonly draft: PipelineDraft; readonly action: DraftAction } {
  const words = {
    organization: textOf(fields, 'organization').trim(),
    canonified_name: textOf(fields, 'canonified_name').trim(),
    name: textOf(fields, 'name'),
    description: textOf(fields, 'description'),
    ...(textOf(fields, 'runs') === 'elsewhere' ? { isElsewhere: true } : {}),
  }
  const draft: PipelineDraft =
    textOf(fields, 'view') === 'json'
      ? { ...words, view: 'json', json: textOf(fields, 'json') }
      : { ...words, view: 'form', form: readDefinitionForm(fields) }
  return { draft, action: readAction(textOf(fields, 'do')) }
}

/** Fields of a draft, as a browser would post them. */
export function fieldsOfDraft(draft: PipelineDraft): (readonly [name: string, text: string])[] {
  const { organization, canonified_name, name, description, view, isElsewhere = false } = draft
  const runs = isElsewhere ? { runs: 'elsewhere' } : {}
  const common = Object.entries({ organization, canonified_name, name, description, ...runs, view })
  if (draft.view === 'json') return [...common, ['json', draft.json]]
  const { base, texts, steps } = draft.form
  return [
    ...common,
    ['base', JSON.stringify(base)],
    ...Object.entries(texts),
    ...steps.flatMap(({ from, texts: typed }, place) => [
      [stepFieldName(place, 'from'), from === null ? '' : String(from)] as const,
      ...Object.entries(typed).map(([field, text]) => [stepFieldName(place, field), text] as const),
    ]),
  ]
}

/** Builds `FormData` from fields. */
export function formDataOf(fields: readonly (readonly [name: string, text: string])[]): FormData {
  const data = new FormData()
  for (const [name, text] of fields) data.append(name, text)
  return data
}

function readDefinitionForm(fields: FormData): DefinitionForm {
  const { value: base } = parseTypedJson(textOf(fields, 'base'))
  const named = [...topFields, ...entityFields].map(
    ({ name, type }) => [name, type === 'lines' ? linesOf(fields, name) : textOf(fields, name)] as const,
  )
  return { base: isObject(base) ? base : {}, texts: Object.fromEntries(named), steps: readSteps(fields) }
}

function readSteps(fields: FormData): StepForm[] {
  const steps: StepForm[] = []
  for (let place = 0; place < stepsReadMax && fields.has(stepFieldName(place, 'from')); place++) {
    const from = textOf(fields, stepFieldName(place, 'from'))
    // Only submitted fields: those of other kinds are absent.
    const texts = stepFieldNames.flatMap((name) =>
      fields.has(stepFieldName(place, name)) ? [[name, linesOf(fields, stepFieldName(place, name))] as const] : [],
    )
    steps.push({ from: /^\d{1,3}$/.test(from) ? Number(from) : null, texts: Object.fromEntries(texts) })
  }
  return steps
}

function readAction(text: string): DraftAction {
  const [, edit, place] = /^(remove|up|down):(\d{1,3})$/.exec(text) ?? []
  if (edit === 'remove' || edit === 'up' || edit === 'down') return { edit, step: Number(place) }
  const [, kind = ''] = /^new:([a-z_]{1,40})$/.exec(text) ?? []
  if (isOwnedKind(kind)) return { edit: 'record', kind }
  if (text === 'add') return { edit: 'add' }
  return text === 'form' || text === 'json' || text === 'kind' ? text : 'save'
}

/** Definition in a draft (`null` if others run it), and the parts that cannot be parsed. */
export function definitionOfDraft(draft: PipelineDraft): {
  readonly definition: unknown
  readonly problems: readonly FormProblem[]
} {
  if (draft.isElsewhere === true) return { definition: null, problems: [] }
  return draft.view === 'json' ? definitionOfText(draft.json) : definitionOfForm(draft.form)
}

/**
 * Applies an action that saves nothing. Returns the new draft, any problems, and the anchor of the changed part. Input
 * is never lost.
 */
export function editedDraft(
  draft: PipelineDraft,
  action: Exclude<DraftAction, 'save' | LeaveForRecord>,
): { readonly draft: PipelineDraft; readonly problems: readonly FormProblem[]; readonly at: string } {
  const { organization, canonified_name, name, description, isElsewhere } = draft
  const words = { organization, canonified_name, name, description, isElsewhere }
  const same = { draft, problems: [], at: 'definition' }
  if (action === 'json' && draft.view === 'form') {
    const { definition } = definitionOfForm(draft.form)
    return { ...same, draft: { ...words, view: 'json', json: textOfDefinition(definition) } }
  }
  if (action === 'form' && draft.view === 'json') {
    const { definition, problems } = definitionOfText(draft.json)
    if (problems.length > 0) return { ...same, problems }
    const form = formOfDefinition(definition)
    return form === null ? { ...same, problems: [noForm] } : { ...same, draft: { ...words, view: 'form', form } }
  }
  if (typeof action === 'string' || draft.view === 'json') return same
  const form = editedSteps(draft.form, action)
  const target =
    action.edit === 'add' ? form.steps.length - 1 : action.edit === 'remove' ? action.step - 1 : movedTo(action)
  return { ...same, draft: { ...draft, form }, at: target < 0 ? 'definition' : `step-${target}` }
}

const movedTo = ({ edit, step }: StepEdit & { readonly step: number }): number => (edit === 'up' ? step - 1 : step + 1)

/** Why a definition stays JSON. */
const noForm: FormProblem = {
  path: '',
  message:
    'must be an object whose entities are an object and whose steps are a list of objects, to be shown as a form',
}

/** Content of the editor on a page. */
export interface ShownDraft {
  readonly draft: PipelineDraft
  readonly problems: readonly FormProblem[]
}

/** Form for stored input. `fixed`: members of an existing pipeline that no form changes. */
export function draftForm(
  {
    fields,
    problems,
  }: {
    readonly fields: readonly (readonly [name: string, text: string])[]
    readonly problems: readonly FormProblem[]
  },
  fixed: Pick<PipelineDraft, 'organization' | 'canonified_name'> | null = null,
): ShownDraft {
  const { draft } = readPipelineForm(formDataOf(fields))
  const { organization, canonified_name } = fixed ?? draft
  return { draft: { ...draft, organization, canonified_name }, problems }
}

/**
 * Form for a saved pipeline. Uses JSON (empty for none) if `asJson`, or if the form cannot represent the definition.
 * Behind the choice that others run it stands the definition that a new pipeline begins with.
 */
export function savedForm(
  pipeline: Omit<PipelineDraft, 'view'> & { readonly definition: unknown; readonly problems: readonly FormProblem[] },
  asJson: boolean,
): ShownDraft {
  const { organization, canonified_name, name, description, definition, problems } = pipeline
  const isElsewhere = definition === null
  const words = { organization, canonified_name, name, description, isElsewhere }
  const form = asJson ? null : formOfDefinition(definition ?? newDefinition)
  const json = definition === null ? '' : textOfDefinition(definition)
  return { draft: form === null ? { ...words, view: 'json', json } : { ...words, view: 'form', form }, problems }
}

/** Form for a new pipeline. */
export const emptyForm = (organization: string, asJson: boolean): ShownDraft =>
  savedForm(
    { organization, canonified_name: '', name: '', description: '', definition: newDefinition, problems: [] },
    asJson,
  )
