import Link from 'next/link'
import type { CoverageView, OfficialCasesView } from '@/lib/core/campaigns/official-cases/z-coverage'
import type { DraftView } from '@/lib/core/campaigns/official-cases/z-draft'
import { paths } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'
import { FoldedPanel, Panel } from '../ui/panel'
import { EditionSelect } from './edition-panels'

interface DraftPageProps {
  /** What the interface says of the edition. */
  readonly edition: OfficialCasesView['edition']
  readonly draft: DraftView
  /** Chosen before the draft was, so that the reader comes back to its cases. */
  readonly wallet: CoverageView['wallet'] | null
}

/** An edition whose review is not done: what is open, then what is decided. It says nothing about any wallet. */
export function DraftPage({ edition, draft: { open, cases }, wallet }: DraftPageProps) {
  const { id, commit, date, repository, previous, complete } = edition
  const isOpen = ({ verdict }: DraftView['cases'][number]) => verdict === null
  const decided = cases.filter((one) => !isOpen(one))
  return (
    <div className="mx-auto max-w-[1176px] px-4 pb-12 md:px-6">
      <div className="grid items-end gap-x-6 gap-y-2 pt-5 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:pt-6 md:pb-5">
        <div>
          <p className="text-sm text-ink-3">Official cases</p>
          <h1 className="min-w-0 text-xl [overflow-wrap:anywhere] md:text-2xl">Draft of the edition {id}</h1>
        </div>
        <a className={buttonClass({ size: 'small' }, 'justify-self-start')} href={paths.api.officialCases(id)}>
          JSON
        </a>
        <p className="text-ink-2 md:col-span-2">
          <strong className="font-[550] text-ink">
            {open} of {cases.length} cases undecided.
          </strong>{' '}
          {complete ? 'All cases' : 'Some of the cases'} of{' '}
          <a className="link" href={`${repository}/commit/${commit}`}>
            commit {commit}
          </a>{' '}
          of {date}, compared with the edition {previous}.
        </p>
        <EditionSelect wallet={wallet} id={id} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Note kind="warning">
          This edition is a draft: its review is not done. It counts in no result, statement, published wallet or
          campaign.{' '}
          {wallet !== null && (
            <Link className="link" href={paths.coverage(wallet)} prefetch={false}>
              Cases of this wallet in the newest edition
            </Link>
          )}
        </Note>
        <Panel labelledBy="undecided">
          <h2 id="undecided" className="px-4 py-3 text-md">
            Undecided: {open}
          </h2>
          {open === 0 && (
            <p className="border-t border-line px-4 py-3 text-sm text-ink-2">
              Every case is decided. The draft counts once it is published.
            </p>
          )}
          <DraftRows rows={cases.filter(isOpen)} />
        </Panel>
        {decided.length > 0 && (
          <FoldedPanel id="decided" title={`Decided so far: ${decided.length}`}>
            <DraftRows rows={decided} />
          </FoldedPanel>
        )}
      </div>
    </div>
  )
}

/** Words for what became of a case. */
const changeWords: Readonly<Record<string, string>> = {
  same: 'the same words',
  layout: 'another layout',
  changed: 'other words',
  unknown: 'not compared: nobody kept the old words',
  renamed: 'another name',
  split: 'a part of an old case',
  merged: 'several old cases in one',
  reused: 'the number of another case',
  added: 'new',
  removed: 'gone',
}

function DraftRows({ rows }: { readonly rows: DraftView['cases'] }) {
  return (
    <ul>
      {rows.map((one) => (
        <li key={one.id} className="grid gap-0.5 border-t border-line px-4 py-2.5 text-sm">
          {one.objective !== null && <p className="text-base">{one.objective}</p>}
          <p className="[overflow-wrap:anywhere]">
            {one.url === null ? (
              <code className="wire">{one.id}</code>
            ) : (
              <a className="link target" href={one.url}>
                {one.id}
              </a>
            )}
          </p>
          <p className="flex flex-wrap gap-x-3 gap-y-1 text-ink-2 [overflow-wrap:anywhere]">
            <span className="font-[550]">{one.verdict ?? 'undecided'}</span>
            <span>
              {changeWords[one.change] ?? one.change}
              {one.score === null ? '' : `, likeness ${one.score.toFixed(2)}`}
            </span>
            {one.baseline && <span>in the baseline</span>}
            {one.from.join() !== one.id && one.from.length > 0 && <span>from {one.from.join(', ')}</span>}
            {one.preset !== null && <span>Preset: {one.preset}</span>}
            {one.checks.length > 0 && <span>Checks: {one.checks.join(', ')}</span>}
            {one.why !== null && <span>{one.why}</span>}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Leads to the drafts; nothing while there is none. */
export function DraftLinks({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <p className="mt-4 text-sm">
      Under review, and counted nowhere:{' '}
      {ids.map((id) => (
        <Link key={id} className="link target mr-2" href={renderedPaths.draft(id)} prefetch={false}>
          draft {id}
        </Link>
      ))}
    </p>
  )
}
