import { isObject } from '../../ground/values/json'
import type { DefinitionProblem } from './definition-problem'
import { definitionMembers, entityMembers, stepKinds, stepMembers } from './z-definition'

/** Characters of a name that are told again. */
const nameMax = 60

/**
 * The places of a definition whose name no definition has there. What a session may hold is for the endpoint that takes it, and of
 * a step without a known kind nothing is known.
 */
export function unknownMembers(value: unknown): DefinitionProblem[] {
  if (!isObject(value)) return []
  const steps: readonly unknown[] = Array.isArray(value.steps) ? value.steps : []
  return [
    ...unknownIn(value, { at: '', what: 'a definition', known: definitionMembers }),
    ...unknownIn(value.entities, { at: 'entities.', what: 'entities', known: entityMembers }),
    ...steps.flatMap((step, place) => {
      const kind = stepKinds.find((one) => isObject(step) && step.kind === one)
      if (kind === undefined) return []
      return unknownIn(step, { at: `steps.${place}.`, what: `a step of kind ${kind}`, known: stepMembers[kind] })
    }),
  ]
}

function unknownIn(
  value: unknown,
  { at, what, known }: { readonly at: string; readonly what: string; readonly known: readonly string[] },
): DefinitionProblem[] {
  if (!isObject(value)) return []
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: at + name.slice(0, nameMax),
      code: 'unknown_member',
      message: `must be left out: the members of ${what} are ${known.join(', ')}`,
    }))
}
