import { paymentTemplate } from '@/lib/core/campaigns/payment-template'
import { paths } from '@/lib/paths'
import { type TrustChoice, TrustSelect } from '../start/sentence-select'

const fieldClass = 'h-(--control-size) w-full rounded-md border border-control bg-surface px-2.5 text-ink'

/** What few campaigns need: a name, an alias, a driver, a transaction, and trust. */
export function CampaignSettings({ trust }: { readonly trust: TrustChoice }) {
  return (
    <details className="min-w-0">
      <summary className="chevron flex min-h-6 w-fit items-center text-sm text-accent">More settings</summary>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <label className="grid content-start gap-1 text-sm">
            Name of this run (optional)
            <input name="name" maxLength={100} autoComplete="off" className={fieldClass} />
          </label>
          <div className="grid content-start gap-1 text-sm">
            <label htmlFor="campaign-alias">Alias of lists (optional)</label>
            <input
              id="campaign-alias"
              name="list_alias"
              pattern="[a-z0-9]{16,32}"
              maxLength={32}
              autoComplete="off"
              aria-describedby="campaign-alias-help"
              className={fieldClass}
            />
            <p id="campaign-alias-help" className="text-ink-2">
              16 to 32 lower-case letters and digits, for a wallet that reads its lists at an{' '}
              <a className="link" href={paths.trust()}>
                address of its own
              </a>
              .
            </p>
          </div>
        </div>
        <RunWithFields />
        <TrustSelect byDefault={trust} />
      </div>
    </details>
  )
}

/** A driver that approves everything, and a transaction that the wallet knows. */
function RunWithFields() {
  return (
    <div className="grid gap-2.5 text-sm">
      <label className="grid grid-cols-[auto_minmax(0,1fr)] gap-2.5">
        <input type="checkbox" name="auto_approve" value="true" className="mt-1 self-start" />
        <span>
          A driver approves whatever the wallet asks
          <span className="block text-ink-2">
            Then a wallet that says nothing has refused, if it presents in another session at most 30 minutes away.
          </span>
        </span>
      </label>
      <label className="grid grid-cols-[auto_minmax(0,1fr)] gap-2.5">
        <input type="checkbox" name="with_transaction" value="true" className="mt-1 self-start" />
        <span>
          The wallet knows the transaction below
          <span className="block text-ink-2">Sessions about transactions ask for it, right and wrong.</span>
        </span>
      </label>
      <details className="min-w-0">
        <summary className="chevron flex items-center text-ink-2">Transaction</summary>
        <label className="mt-2.5 grid gap-1">
          As JSON: what it is, a member that its type requires, and values that its type does not allow
          <textarea
            name="transaction_template"
            rows={12}
            spellCheck={false}
            autoComplete="off"
            maxLength={4096}
            defaultValue={JSON.stringify(paymentTemplate, null, 2)}
            className="w-full rounded-md border border-control bg-surface p-2.5 font-mono text-ink"
          />
        </label>
      </details>
    </div>
  )
}
