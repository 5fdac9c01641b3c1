import { buttonClass } from '../ui/button-class'

const fieldClass = 'h-(--control-size) w-full min-w-0 rounded-md border border-control bg-surface px-2 text-ink'

interface CampaignFormProps {
  /** Ids and titles of the campaigns. */
  readonly campaigns: readonly (readonly [id: string, title: string])[]
  /** The wallet of the workbench; `null` if it names none. */
  readonly wallet: { readonly name: string; readonly version: string } | null
  /** Takes the form. */
  readonly action: string
}

/** Starts a campaign in the list of a workbench, for its wallet. */
export function CampaignForm({ campaigns, wallet, action }: CampaignFormProps) {
  return (
    <details className="min-w-0 text-sm">
      <summary className="chevron flex min-h-6 w-fit items-center text-accent">Run a campaign here</summary>
      <form method="post" action={action} className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
        <label className="grid gap-1">
          Campaign
          <select name="campaign" className={fieldClass}>
            {campaigns.map(([id, title]) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        {wallet === null && (
          <>
            <label className="grid gap-1">
              Wallet
              <input name="wallet" required maxLength={100} autoComplete="off" dir="auto" className={fieldClass} />
            </label>
            <label className="grid gap-1">
              Version
              <input name="version" required maxLength={100} autoComplete="off" dir="auto" className={fieldClass} />
            </label>
          </>
        )}
        <button type="submit" className={buttonClass({}, 'w-fit')}>
          Start
        </button>
        <p className="text-xs text-ink-3">
          Its sessions are one row of the list. The codes above lead to the step that waits, unless its link says more:
          then its page shows a code of its own.
        </p>
      </form>
    </details>
  )
}
