import type { EntityKind } from '@/lib/core/scoreboard/rows/compact-scoreboard'
import type { ScoreboardCheck, ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { isObject } from '@/lib/core/shared/values/json'
import { paths } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import { bySuite, Checks, Names, SuiteWords } from '../scoreboard/entity-list'
import { CopyButton } from '../ui/copy-button'

const kinds: readonly (readonly [kind: EntityKind, words: string, facet?: string])[] = [
  ['wallets', 'Wallets', 'wallet'],
  ['wallet_versions', 'Versions'],
  ['issuers', 'Issuers', 'issuer'],
  ['credentials', 'Credentials'],
  ['verifiers', 'Verifiers', 'verifier'],
  ['use_case_verifications', 'Use-case verifications'],
  ['custom_integrations', 'Custom integrations'],
  ['mobile_runners', 'Runners', 'runner'],
]

interface PipelineEntitiesProps {
  readonly row: ScoreboardRow | null
  /** False if the owner hides results. */
  readonly shown: boolean
}

/** What a pipeline used in its latest success; each name links to the rows that use it. */
export function PipelineEntities({ row, shown }: PipelineEntitiesProps) {
  if (!shown) return <p className="text-ink-2">Not shown.</p>
  const used = kinds.filter(([kind]) => row !== null && row.expand[kind].length > 0)
  if (row === null || used.length + row.expand.conformance_checks.length === 0)
    return <p className="text-ink-2">No data yet.</p>
  return (
    <dl className="grid grid-cols-[minmax(90px,auto)_minmax(0,1fr)] gap-x-4 gap-y-2">
      {used.map(([kind, words, facet]) => (
        <div key={kind} className="contents">
          <dt className="text-xs text-ink-2">{words}</dt>
          <dd>
            <Names
              items={row.expand[kind].map(({ name, path, logo }) => ({
                key: path,
                name,
                logo,
                href: paths.scoreboard(
                  `?${new URLSearchParams(facet === undefined ? { q: name } : { [facet]: path })}`,
                ),
              }))}
            />
          </dd>
        </div>
      ))}
      {row.expand.conformance_checks.length > 0 && (
        <div className="contents">
          <dt className="text-xs text-ink-2">Conformance checks</dt>
          <dd>
            <CheckList checks={row.expand.conformance_checks} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** All checks by suite, for a page with enough room. */
function CheckList({ checks }: { readonly checks: readonly ScoreboardCheck[] }) {
  return (
    <ul className="grid gap-1 text-xs">
      {bySuite(checks).map(([suite, list]) => (
        <li key={suite}>
          <details>
            <summary className="block">
              <SuiteWords suite={suite} count={list.length} />
            </summary>
            <section
              aria-label={suite}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a pointer scroll it with the keyboard
              tabIndex={0}
              className="mt-1 max-h-64 overflow-y-auto pl-6"
            >
              <Checks checks={list} />
            </section>
          </details>
        </li>
      ))}
    </ul>
  )
}

/** Steps of a pipeline in words, with the full definition on demand. */
export function PipelineSteps({ definition }: { readonly definition: unknown }) {
  const steps = isObject(definition) && Array.isArray(definition.steps) ? definition.steps.filter(isObject) : []
  if (!isObject(definition))
    return <p className="text-ink-2">It has no definition here: its runs are reported by others.</p>
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

/** Renders a definition's value: strings as they are, anything else as JSON. */
const jsonText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * Details of a step, valid or not: its use case, campaign, presets or custom check, and session options. A use case
 * stands in for its long query.
 */
export function stepDetails(step: Readonly<Record<string, unknown>>): string[] {
  const { use_case: useCase, campaign, presets, custom_check: customCheck, session } = step
  const named = [useCase, campaign, ...(Array.isArray(presets) ? presets : [presets]), customCheck]
  const asked = isObject(session) ? Object.values(session) : []
  return [...named, ...asked.filter((value) => useCase === undefined || !isObject(value))]
    .filter((value) => value !== undefined)
    .map(jsonText)
}

interface PipelineBadgeProps {
  readonly name: string
  readonly path: string
  readonly origin: string
}

/** Badge of a pipeline, with Markdown for a README. */
export function PipelineBadge({ name, path, origin }: PipelineBadgeProps) {
  const address = renderedPaths.pipelinePicture(path, 'svg')
  // The name is untrusted: drop characters that would end the image in Markdown.
  const words = name.replaceAll(/[[\]()<>\\`*_!]/g, ' ').trim()
  const markdown = `[![${words}](${origin}${address})](${origin}${paths.pipeline(path)})`
  return (
    <p className="mt-4 flex flex-wrap items-center gap-3 text-xs text-ink-2">
      <CopyButton text={markdown} what="Markdown of the badge" label="Copy badge" />
      {/* Last, because its width is unknown until it is there. */}
      {/* biome-ignore lint/performance/noImgElement: the badge is an SVG, shown at its own size */}
      <img src={address} alt="Badge of this pipeline" height={20} className="h-5 w-auto" />
    </p>
  )
}
