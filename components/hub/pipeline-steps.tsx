import { isObject } from '@/lib/core/ground/values/json'

/** The steps of a pipeline in words, with its full definition on demand. */
export function PipelineSteps({ definition }: { readonly definition: unknown }) {
  const steps = isObject(definition) && Array.isArray(definition.steps) ? definition.steps.filter(isObject) : []
  if (!isObject(definition)) return <p className="text-ink-2">No definition available.</p>
  return (
    <div className="grid gap-3 text-sm">
      <ol className="grid list-decimal gap-2 pl-5">
        {steps.map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a definition may give two steps the same id, or none
          <li key={place} className="wrap-anywhere">
            <bdi className="font-medium">{jsonText(step.kind ?? step.id ?? 'step')}</bdi>
            <span className="wire text-xs text-ink-2">{` ${stepDetails(step).join(' · ')}`}</span>
          </li>
        ))}
      </ol>
      <details>
        <summary className="link inline-flex min-h-6 items-center">Definition as JSON</summary>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a pointer scroll it with the keyboard
          tabIndex={0}
          className="mt-2 max-h-96 overflow-auto wrap-anywhere rounded-md bg-sunk p-3 text-xs whitespace-pre-wrap"
        >
          {JSON.stringify(definition, null, 2)}
        </pre>
      </details>
    </div>
  )
}

/** A value of a definition on a page: a text as it is, anything else as JSON. */
const jsonText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

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
