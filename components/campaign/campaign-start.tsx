import type { CampaignChoice } from '@/lib/core/campaigns/campaign-choices'
import { paymentTemplate } from '@/lib/core/campaigns/payment-template'
import { paths } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import { type TrustChoice, TrustSelect } from '../start/sentence-select'
import { RenameDigest } from '../start/session-form'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { Panel } from '../ui/panel'

const fieldClass = 'h-(--control-size) w-full rounded-md border border-control bg-surface px-2.5 text-ink'

/** Form that starts a campaign: its wallet, and which built-in campaign. */
export function CampaignStart({
  choices,
  trust,
  asked,
}: {
  readonly choices: readonly CampaignChoice[]
  /** Default of the installation. */
  readonly trust: TrustChoice
  /** Values prefilled from the URL; empty for none. */
  readonly asked: { readonly wallet: string; readonly version: string; readonly campaign: string }
}) {
  const chosen = choices.find(({ id }) => id === asked.campaign)?.id ?? choices[0]?.id
  return (
    <Panel labelledBy="campaign" className="mt-4 p-4 md:p-6">
      <h2 id="campaign" className="text-lg">
        Test a wallet from end to end
      </h2>
      <p className="mt-1 mb-4 max-w-[820px] text-ink-2">
        A campaign shows one QR code after another, some with correct requests, some with deliberately wrong ones. It
        ends with one report: what the wallet got right, what it broke, and what to fix first.
      </p>
      <form method="post" action={renderedPaths.startCampaign()} className="grid gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <label className="grid gap-1 text-sm">
            Wallet
            <input
              name="wallet_name"
              required
              maxLength={100}
              defaultValue={asked.wallet}
              autoComplete="off"
              className={fieldClass}
            />
          </label>
          <label className="grid gap-1 text-sm">
            Version
            <input
              name="wallet_version"
              required
              maxLength={100}
              defaultValue={asked.version}
              autoComplete="off"
              className={fieldClass}
            />
          </label>
        </div>
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
        <RenameDigest />
        <fieldset>
          <legend className="mb-1.5 text-sm">Campaign</legend>
          <div className="grid gap-x-6 gap-y-2.5 md:grid-cols-2">
            {choices.map(({ id, title, about, ...counts }) => (
              <label key={id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-2.5">
                <input
                  type="radio"
                  name="campaign"
                  value={id}
                  defaultChecked={id === chosen}
                  className="mt-1 self-start"
                />
                <span>
                  <span className="font-[550]">{title}</span>, {offerWords(counts)}
                  <span className="block text-sm text-ink-2">{about}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <RunWithFields />
        <TrustSelect byDefault={trust} />
        <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
          <Icon name="play" />
          Start the campaign
        </button>
      </form>
    </Panel>
  )
}

/** What a campaign offers: number of sessions, duration by hand, official cases covered. */
function offerWords({ sessions, cases, byPerson, minutes }: Omit<CampaignChoice, 'id' | 'title' | 'about'>): string {
  const official = [
    ...(cases > 0 ? [`up to ${cases} official cases`] : []),
    ...(byPerson > 0 ? [`${byPerson} for a person`] : []),
  ]
  return [`${sessions} sessions`, `about ${minutes} minutes`, ...official].join(', ')
}

/** Advanced fields: a driver that approves everything, and a transaction that the wallet knows. */
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
