import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'

const fieldClass = 'h-(--control-size) w-full rounded-md border border-control bg-surface px-2.5 text-ink'

/** Asks for a wallet and its version. Only those who know them may read the results, so none are listed. */
export function CoverageForm({ name, version }: { readonly name: string; readonly version: string }) {
  return (
    <form action={paths.coverage()} className="mt-4 grid gap-4 text-left md:grid-cols-2">
      <label className="grid gap-1 text-sm">
        Wallet
        <input name="wallet" required maxLength={100} defaultValue={name} autoComplete="off" className={fieldClass} />
      </label>
      <label className="grid gap-1 text-sm">
        Version
        <input
          name="version"
          required
          maxLength={100}
          defaultValue={version}
          autoComplete="off"
          className={fieldClass}
        />
      </label>
      <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
        Show the official cases
      </button>
    </form>
  )
}
