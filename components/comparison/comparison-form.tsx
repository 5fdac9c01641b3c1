import { paths } from '@/lib/paths'
import type { RecentSession } from '../start/recent-store'
import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'
import { RunPickers } from './run-pickers'

interface ComparisonFormProps {
  readonly before: string
  readonly after: string
  /** Why the requested runs could not be compared. */
  readonly problem: string | null
  /** The newest runs of all, for the operator; `null` for those of this browser. */
  readonly listed: readonly RecentSession[] | null
}

/** Asks for the two runs to compare. Those of strangers are not offered: who knows the id of a run may read it. */
export function ComparisonForm({ before, after, problem, listed }: ComparisonFormProps) {
  return (
    <div className="mx-auto grid max-w-[720px] gap-4 px-4 pt-10 pb-12 md:px-6">
      <div>
        <h1 className="text-2xl">What changed</h1>
        <p className="mt-1 text-ink-2">
          Compares two campaigns, two issuances or two presentations of one wallet, such as those of two versions. What
          got worse comes first.
        </p>
      </div>
      {problem !== null && <Note kind="warning">{problem}</Note>}
      <form action={paths.compare()} className="grid gap-4">
        <RunPickers before={before} after={after} listed={listed} />
        <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
          Compare
        </button>
      </form>
    </div>
  )
}
