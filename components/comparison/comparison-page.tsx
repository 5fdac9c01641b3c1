import Link from 'next/link'
import type { ComparisonView } from '@/lib/core/campaigns/z-comparison'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'
import { OutcomeWords } from '../ui/outcome-words'
import { Panel } from '../ui/panel'
import { RelativeTime } from '../ui/relative-time'
import { StepChanges } from './step-changes'
import { changeSentence, outcomeOf, pathOf } from './words'

interface ComparisonPageProps {
  readonly comparison: ComparisonView
  /** When the page is rendered, epoch milliseconds. */
  readonly now: number
}

/** Two runs of a wallet side by side: what got worse, what got better, and what is the same. */
export function ComparisonPage({ comparison, now }: ComparisonPageProps) {
  const { before, after, same_wallet: sameWallet, steps } = comparison
  const shown = steps.filter(({ change }) => change !== 'same')
  const same = steps.filter(({ change }) => change === 'same')
  return (
    <div className="mx-auto max-w-[1176px] px-4 pb-12 md:px-6">
      <div className="grid items-end gap-x-6 gap-y-2 pt-5 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:pt-6 md:pb-5">
        <div>
          <h1 className="text-xl md:text-2xl">What changed</h1>
          <p className="mt-1 font-[550]">{changeSentence(comparison)}</p>
        </div>
        <Link href={paths.compare({ before: after.id, after: before.id })} className={buttonClass()}>
          Swap the two
        </Link>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Run name="Before" run={before} now={now} />
        <Run name="After" run={after} now={now} />
      </div>
      <div className="mt-4 grid gap-4">
        {sameWallet === false && (
          <Note kind="warning">
            The two runs name different wallets: what differs may be the wallet, not its version.
          </Note>
        )}
        {shown.length > 0 && <StepChanges heading="Changes" steps={shown} />}
        {same.length > 0 && (
          <details>
            <summary className="chevron flex items-center py-1 text-sm text-ink-2">
              {same.length === 1 ? '1 session is' : `${same.length} sessions are`} the same
            </summary>
            <div className="mt-2">
              <StepChanges heading="The same" steps={same} />
            </div>
          </details>
        )}
      </div>
    </div>
  )
}

function Run({
  name,
  run,
  now,
}: {
  readonly name: string
  readonly run: ComparisonView['before']
  readonly now: number
}) {
  const id = name.toLowerCase()
  return (
    <Panel labelledBy={id} className="grid gap-1 p-4">
      <h2 id={id} className="text-sm text-ink-3">
        {name}
      </h2>
      <p className="text-md [overflow-wrap:anywhere]">
        <a className="link target" href={pathOf(run.page_url)}>
          {run.wallet === null ? run.title : `${run.wallet.name} ${run.wallet.version}`}
        </a>
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        <OutcomeWords {...outcomeOf(run)} />
        {run.wallet !== null && <span className="[overflow-wrap:anywhere]">{run.title}</span>}
        <span>
          Started <RelativeTime at={run.created_at} now={now} />
        </span>
      </p>
    </Panel>
  )
}
