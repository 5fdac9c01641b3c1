import { entityFields, fieldsOfKind, requiringKinds, topFields } from './form-fields'
import { type DefinitionForm, type FormProblem, stepFieldName } from './pipeline-form'

/** What is wrong, by the field beside which it stands; and what stands beside none. */
export interface PlacedProblems {
  /** What is wrong with a field, each to stand behind its name. */
  readonly of: (field: string) => readonly string[]
  readonly elsewhere: readonly FormProblem[]
}

/** Fields of the form beside the definition. */
const wordFields = ['name', 'organization', 'canonified_name', 'description'] as const

/**
 * Places each problem beside the field whose member it is in. `form`: `null` where the definition is shown as JSON, which has no
 * field for each member.
 */
export function placedProblems(problems: readonly FormProblem[], form: DefinitionForm | null): PlacedProblems {
  const fields = new Map<string, string>(wordFields.map((name) => [name, name]))
  if (form !== null) {
    for (const { member, name } of topFields) fields.set(member, name)
    for (const { member, name } of entityFields) fields.set(`entities.${member}`, name)
    form.steps.forEach(({ texts }, place) => {
      const kind = (texts.kind ?? '').trim()
      for (const { member, name } of fieldsOfKind(kind))
        fields.set(`steps.${place}.${member}`, stepFieldName(place, name))
      if (requiringKinds.has(kind)) {
        const name = texts.require === 'checks' ? 'require_checks' : 'require'
        fields.set(`steps.${place}.require`, stepFieldName(place, name))
      }
    })
  }
  const placed = new Map<string, string[]>()
  const elsewhere: FormProblem[] = []
  for (const problem of problems) {
    const [name, inside] = fieldOf(problem.path, fields)
    if (name === null) elsewhere.push(problem)
    else
      placed.set(name, [...(placed.get(name) ?? []), inside === '' ? problem.message : `${inside}: ${problem.message}`])
  }
  return { of: (field) => placed.get(field) ?? [], elsewhere }
}

/** The field whose member a path leads to, or into, and the rest of the path there. */
function fieldOf(path: string, fields: ReadonlyMap<string, string>): readonly [name: string | null, inside: string] {
  const segments = path.split('.')
  for (let length = segments.length; length > 0; length--) {
    const name = fields.get(segments.slice(0, length).join('.'))
    if (name !== undefined) return [name, segments.slice(length).map(placeWords).join('.')]
  }
  return [null, '']
}

/** Entries of a list are counted from 1 where people read them. */
const placeWords = (segment: string): string => (/^\d+$/.test(segment) ? `entry ${Number(segment) + 1}` : segment)
