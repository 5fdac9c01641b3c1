import type { MisbehaviourChoice } from '@/lib/queries/misbehaviours'
import { RunChoice } from '../start/run-choice'
import { Panel } from '../ui/panel'

interface RunWalletPanelProps {
  /** Where the form is submitted. */
  readonly action: string
  readonly misbehaviours: readonly MisbehaviourChoice[]
}

/** Lets the reference wallet run this session. A plain form: the page updates by itself. */
export function RunWalletPanel({ action, misbehaviours }: RunWalletPanelProps) {
  return (
    <Panel labelledBy="run-wallet" className="p-4">
      <h2 id="run-wallet" className="text-sm">
        No wallet handy?
      </h2>
      <p className="mt-1 mb-3 text-sm text-ink-2">The built-in reference wallet responds within two seconds.</p>
      <form method="post" action={action}>
        <RunChoice misbehaviours={misbehaviours} />
      </form>
    </Panel>
  )
}
