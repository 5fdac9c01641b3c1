import { paths } from '@/lib/paths'
import type { RecentSession } from '../start/recent-store'
import { buttonClass } from '../ui/button-class'
import { WalletFields } from './wallet-fields'

interface CoverageFormProps {
  readonly name: string
  readonly version: string
  /** The newest runs of all, for the operator; `null` for those of this browser. */
  readonly listed: readonly RecentSession[] | null
}

/** Asks for a wallet and its version. Those of strangers are not offered: who knows them may read the results. */
export function CoverageForm(fields: CoverageFormProps) {
  return (
    <form action={paths.coverage()} className="mt-4 grid gap-4 text-left md:grid-cols-2">
      <WalletFields {...fields} />
      <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
        Show the official cases
      </button>
    </form>
  )
}
