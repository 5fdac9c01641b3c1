import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'

interface ComparisonFormProps {
  readonly before: string
  readonly after: string
  /** Why the requested runs could not be compared. */
  readonly problem: string | null
}

const fieldClass = 'h-(--control-size) w-full rounded-md border border-control bg-surface px-2.5 text-ink'

/** Asks for the two runs to compare. Only those who know a run's address may read it, so none are listed. */
export function ComparisonForm({ before, after, problem }: ComparisonFormProps) {
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
        <label className="grid gap-1 text-sm">
          Earlier run, by its address or id
          <input
            name="before"
            required
            maxLength={500}
            defaultValue={before}
            autoComplete="off"
            className={fieldClass}
          />
        </label>
        <label className="grid gap-1 text-sm">
          Later run
          <input name="after" required maxLength={500} defaultValue={after} autoComplete="off" className={fieldClass} />
        </label>
        <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
          Compare
        </button>
      </form>
    </div>
  )
}
