import Link from 'next/link'
import { presetOfPersonCase } from '@/lib/core/campaigns/official-cases/cases-of-presets'
import { editionNamed } from '@/lib/core/campaigns/official-cases/editions'
import { evidenceWords } from '@/lib/core/campaigns/official-cases/entered-results'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import type { Reporter } from '@/lib/core/shared/ports/reporter'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { FoldedPanel } from '../ui/panel'
import { EnteredResultLine } from './case-rows'
import { InPlaceForm } from './in-place-form'

const fieldClass = 'w-full rounded-md border border-control bg-surface px-2.5 text-ink'

const allChoices = [
  ['passed', 'Passed'],
  ['failed', 'Failed'],
  ['not_applicable', 'Not applicable'],
] as const

/** What may be entered of a case that a session passes. */
const startChoices = [['failed', 'The wallet did not start']] as const

interface ResultFormProps {
  readonly choices?: readonly (readonly [value: string, words: string])[]
  readonly one: CoverageView['cases'][number]
  readonly wallet: CoverageView['wallet']
  readonly edition: string
}

/** Adds, changes or withdraws the manual result of a case, no matter who entered it. Works without JavaScript. */
function ResultForm({ one: { id, entered }, wallet, edition, choices = allChoices }: ResultFormProps) {
  return (
    <details>
      <summary className="chevron flex min-h-10 items-center gap-x-2 text-sm">
        {entered === null ? 'Enter a result' : 'Change the result'}
        <span className="sr-only"> of {id}</span>
      </summary>
      <InPlaceForm action={renderedPaths.enterResult()} className="grid max-w-[560px] gap-3 pt-1 pb-2">
        <input type="hidden" name="wallet_name" value={wallet.name} />
        <input type="hidden" name="wallet_version" value={wallet.version} />
        <input type="hidden" name="edition" value={edition} />
        <input type="hidden" name="case" value={id} />
        <label className="grid gap-1 text-sm">
          Result
          <select
            name="result"
            required
            defaultValue={entered?.result ?? ''}
            className={`${fieldClass} h-(--control-size)`}
          >
            <option value="" disabled>
              Choose
            </option>
            {choices.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1 text-sm">
          Note
          <textarea
            name="note"
            maxLength={1000}
            rows={3}
            defaultValue={entered?.note ?? ''}
            className={`${fieldClass} py-1.5`}
          />
        </label>
        <label className="grid gap-1 text-sm">
          Your name (optional)
          <input
            name="tester"
            maxLength={100}
            defaultValue={entered?.tester ?? ''}
            autoComplete="off"
            className={`${fieldClass} h-(--control-size)`}
          />
        </label>
        <label className="grid gap-1 text-sm">
          {choices === allChoices
            ? 'Evidence (optional), at most ten lines: session ID, exchange ID, sha256 HASH, or a note'
            : 'Evidence: the word session and the ID of the session whose link you opened'}
          <textarea
            name="evidence"
            required={choices !== allChoices}
            rows={2}
            defaultValue={(entered?.evidence ?? []).map(evidenceWords).join('\n')}
            className={`${fieldClass} py-1.5`}
          />
        </label>
        <p className="flex flex-wrap gap-2">
          <button type="submit" className={buttonClass({ look: 'solid' })}>
            Save
          </button>
          {entered !== null && (
            <button type="submit" name="withdraw" value="yes" formNoValidate className={buttonClass()}>
              Remove the result
            </button>
          )}
        </p>
      </InPlaceForm>
    </details>
  )
}

/** Cases that only a person can decide, each with its result and a form; nothing in an edition without one. */
export function PersonPanel({ coverage: { cases, wallet, edition } }: { readonly coverage: CoverageView }) {
  const manual = cases.filter((one) => one.class === 'manual')
  const outside = cases.filter((one) => one.class === 'out_of_scope')
  if (manual.length + outside.length === 0) return <StartPanel cases={cases} wallet={wallet} edition={edition.id} />
  const enteredBy = (teller: Reporter | null) => manual.filter(({ entered }) => entered?.by === teller).length
  const [driver, unrecorded] = [enteredBy('driver'), enteredBy(null)]
  const others = [
    ...(driver > 0 ? [`, ${driver} by a driver`] : []),
    ...(unrecorded > 0 ? [`, ${unrecorded} by whom is not recorded`] : []),
  ].join('')
  return (
    <FoldedPanel
      id="by-person"
      title={`Decided by a person (${enteredBy('person')} of ${manual.length} entered${others})`}
    >
      <p className="px-4 pb-3 text-sm text-ink-2">
        These cases need a person: enter what you saw. Bars and counts include only what sessions decided.
      </p>
      <EnteredCases cases={manual} wallet={wallet} edition={edition.id} />
      <details className="border-t border-line">
        <summary className="chevron flex min-h-11 items-center px-4 py-2 hover:bg-hover">
          Out of scope here ({outside.length}): enter what you found elsewhere
        </summary>
        <EnteredCases cases={outside} wallet={wallet} edition={edition.id} />
      </details>
    </FoldedPanel>
  )
}

interface EnteredCasesProps extends Pick<CoverageView, 'cases' | 'wallet'> {
  readonly edition: string
  readonly choices?: ResultFormProps['choices']
}

/** Open cases whose failure leaves no record, to state that the wallet did not start; nothing where there is none. */
function StartPanel({ cases, wallet, edition }: EnteredCasesProps) {
  const unrecorded = editionNamed(edition)?.unrecorded ?? new Set()
  const open = cases.filter(
    (one) => unrecorded.has(one.id) && (one.entered !== null || ['not_run', 'inconclusive'].includes(one.verdict)),
  )
  if (open.length === 0) return null
  return (
    <FoldedPanel id="by-person" title={`A wallet that did not start (${open.length})`}>
      <p className="px-4 pb-3 text-sm text-ink-2">
        A wallet that a link does not start sends nothing. If you opened the link of a session and nothing started, say
        so: the case fails by your statement.
      </p>
      <EnteredCases cases={open} wallet={wallet} edition={edition} choices={startChoices} />
    </FoldedPanel>
  )
}

/** Cases, each with its manual result and a form. */
function EnteredCases({ cases, wallet, edition, choices }: EnteredCasesProps) {
  return (
    <ul>
      {cases.map((one) => (
        <li key={one.id} id={one.id} className="grid gap-0.5 border-t border-line px-4 py-2.5">
          <p>
            {one.objective} <span className="text-sm text-ink-2">({one.relevancy})</span>
          </p>
          <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
            <a className="link target" href={one.url}>
              {one.id}
            </a>
          </p>
          {one.note !== null && <p className="text-sm text-ink-2">{one.note}</p>}
          {presetOfPersonCase(one.id) !== null && (
            <p className="text-sm text-ink-2">
              The preset {presetOfPersonCase(one.id)} brings it about, and asks what the wallet showed:{' '}
              <Link className="link target" href={renderedPaths.startCampaignOf(wallet, 'european_persons')}>
                start its campaign
              </Link>
              .
            </p>
          )}
          {one.entered !== null && <EnteredResultLine entered={one.entered} />}
          {one.remark !== null && choices !== undefined && <p className="text-sm text-ink-2">{one.remark}</p>}
          <ResultForm one={one} wallet={wallet} edition={edition} {...(choices === undefined ? {} : { choices })} />
        </li>
      ))}
    </ul>
  )
}
