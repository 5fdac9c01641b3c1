import Link from 'next/link'
import type { EditionHeadline } from '@/lib/actions/campaign'
import { cn } from '@/lib/cn'
import { drafts } from '@/lib/core/campaigns/official-cases/drafts'
import { editionFacts } from '@/lib/core/campaigns/official-cases/edition-facts'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { paths } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'
import { caseVerdictWords } from './case-rows'

interface EditionSelectProps {
  /** `null` where no wallet is chosen yet. */
  readonly wallet: CoverageView['wallet'] | null
  readonly id: string
}

/** Chooses the edition, or the draft of one, that the page is about. Works without script; the choice is in the address. */
export function EditionSelect({ wallet, id }: EditionSelectProps) {
  return (
    <form action={paths.coverage()} method="get" className="flex min-w-0 flex-wrap items-end gap-2">
      {wallet !== null && <input type="hidden" name="wallet" value={wallet.name} />}
      {wallet !== null && <input type="hidden" name="version" value={wallet.version} />}
      <label className="grid min-w-0 gap-1 text-sm text-ink-2">
        Edition
        <select
          name="edition"
          defaultValue={id}
          className="h-(--control-size) w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-ink"
        >
          {drafts.map((one) => (
            <option key={one.id} value={one.id}>
              {one.id}: draft under review, counts nowhere
            </option>
          ))}
          {editionFacts.map((one) => (
            <option key={one.id} value={one.id}>
              {one.id}: {one.title}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className={buttonClass({ size: 'small' })}>
        Show
      </button>
    </form>
  )
}

/** Chooses the edition, and leads to what differs from the one before. */
export function EditionSwitch({ coverage: { wallet, edition, comparison } }: { readonly coverage: CoverageView }) {
  const { id, previous } = edition
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2 md:col-span-2">
      <EditionSelect wallet={wallet} id={id} />
      {previous !== null && comparison === undefined && (
        <a
          className="link target text-sm"
          href={`${renderedPaths.coverageArea(wallet, null, { edition: id, compare: previous })}#changed`}
        >
          What changed since {previous}
        </a>
      )}
    </div>
  )
}

interface EditionHeadlinesProps {
  readonly coverage: Pick<CoverageView, 'wallet' | 'edition'>
  /** Newest first. */
  readonly headlines: readonly EditionHeadline[]
}

/** What the same runs come to under each edition, and a way to its page. No number holds cases of two. */
export function EditionHeadlines({ coverage: { wallet, edition }, headlines }: EditionHeadlinesProps) {
  return (
    <Panel labelledBy="editions" className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <h2 id="editions" className="text-md">
        The same runs under each edition
      </h2>
      <ul className="grid gap-3">
        {headlines.map(({ edition: { id, complete }, headline }) => (
          <li key={id} className="grid gap-1 text-sm">
            <HeadlineBar {...headline} />
            <p>
              <Link
                className="link target"
                href={paths.coverage(wallet, id)}
                prefetch={false}
                aria-current={id === edition.id ? 'page' : undefined}
              >
                Edition {id}
              </Link>{' '}
              ({complete ? 'complete' : 'partial'}): {headline.sentence}.
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Says that an edition lacks cases of its draft; nothing for a complete one. */
export function PartialEdition({ coverage: { edition, cases } }: { readonly coverage: CoverageView }) {
  if (edition.complete) return null
  return (
    <Note kind="information">
      This edition is partial. It has {cases.length} cases, and not all of its draft.{' '}
      {edition.previous !== null && `The one before is ${edition.previous}.`}
    </Note>
  )
}

/** Says that sessions wait to be judged by new checks; nothing where none does. */
export function SessionsLeft({ left }: { readonly left: number }) {
  if (left === 0) return null
  return (
    <Note kind="information">
      {left} {left === 1 ? 'session is' : 'sessions are'} not judged by the newest checks yet: load this page again.
    </Note>
  )
}

const sideWords = { issuance: 'Baseline issuance', presentation: 'Baseline presentation' } as const

/** A bar and the numbers of each baseline in words; nothing for an edition without one. */
export function BaselinePanel({ coverage: { baselines } }: { readonly coverage: CoverageView }) {
  const known = (['issuance', 'presentation'] as const).flatMap((side) => {
    const headline = baselines[side]
    return headline === null ? [] : [{ side, headline }]
  })
  if (known.length === 0) return null
  return (
    <Panel labelledBy="baselines" className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <h2 id="baselines" className="text-md">
        Baselines
      </h2>
      <ul className="grid gap-3">
        {known.map(({ side, headline }) => (
          <li key={side} className="grid gap-1 text-sm">
            <HeadlineBar {...headline} />
            <p>
              <strong className="font-[550]">{sideWords[side]}</strong>: {headline.sentence}.
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The same in a bar; its words stand below it. */
function HeadlineBar({ passed, failed, inconclusive, not_run }: CoverageView['headline']) {
  const parts = { passed, failed, inconclusive, not_run }
  return (
    <span aria-hidden="true" className="flex h-3 overflow-hidden rounded-sm border border-line">
      {caseVerdictWords.flatMap(({ verdict, fill }) =>
        verdict in parts && parts[verdict as keyof typeof parts] > 0
          ? [
              <i
                key={verdict}
                className={cn('h-full', fill)}
                style={{ flexGrow: parts[verdict as keyof typeof parts] }}
              />,
            ]
          : [],
      )}
    </span>
  )
}
