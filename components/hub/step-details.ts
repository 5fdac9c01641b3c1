import { isObject } from '@/lib/core/ground/values/json'

/** A value of a definition on a page: a text as it is, anything else as JSON. */
export const jsonText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * What a step of a pipeline does besides its kind, whether it is valid or not: the use case, campaign, presets or custom check that it
 * names, and how its session is made. A use case stands for the query, which is long.
 */
export function stepDetails(step: Readonly<Record<string, unknown>>): string[] {
  const { use_case: useCase, campaign, presets, custom_check: customCheck, session } = step
  const named = [useCase, campaign, ...(Array.isArray(presets) ? presets : [presets]), customCheck]
  const asked = isObject(session) ? Object.values(session) : []
  return [...named, ...asked.filter((value) => useCase === undefined || !isObject(value))]
    .filter((value) => value !== undefined)
    .map(jsonText)
}
