import { evidenceWords } from '@/lib/core/campaigns/official-cases/evidence-words'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { InPlaceForm } from './in-place-form'

const fieldClass = 'w-full rounded-md border border-control bg-surface px-2.5 text-ink'
const choices = [
  ['passed', 'Passed'],
  ['failed', 'Failed'],
  ['not_applicable', 'Not applicable'],
] as const

interface ResultFormProps {
  readonly one: CoverageView['cases'][number]
  readonly wallet: CoverageView['wallet']
}

/** Adds, changes or withdraws a person's entry for a case, whoever entered one before. Works without JavaScript. */
export function ResultForm({ one: { id, entered }, wallet }: ResultFormProps) {
  return (
    <details>
      <summary className="chevron flex min-h-10 items-center gap-x-2 text-sm">
        {entered === null ? 'Enter a result' : 'Change the result'}
        <span className="sr-only"> of {id}</span>
      </summary>
      <InPlaceForm action={renderedPaths.enterResult()} className="grid max-w-[560px] gap-3 pt-1 pb-2">
        <input type="hidden" name="wallet_name" value={wallet.name} />
        <input type="hidden" name="wallet_version" value={wallet.version} />
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
          Evidence (optional), at most ten lines: session ID, exchange ID, sha256 HASH, or a note
          <textarea
            name="evidence"
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
