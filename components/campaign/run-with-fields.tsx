import { paymentTemplate } from '@/lib/core/campaigns/payment-template'

/** What a campaign may be run with: a driver that approves everything, and a transaction that the wallet knows. */
export function RunWithFields() {
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
