import { usualValidDays, validDays } from '@/lib/core/campaigns/published/publish-rules'
import type { ConformanceStatement } from '@/lib/core/campaigns/statement/z-statement'
import { paths } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { Panel } from '../ui/panel'
import { WalletName } from '../ui/wallet-name'

const fieldClass = 'h-(--control-size) w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-ink'

const becomesPublic = [
  'The name and version of the wallet, and the organisation of the token.',
  'The verdict of each official case, how it was decided, and when.',
  'Ids of the checks that failed, and what each rule says, without a value.',
  'The digest of the evidence bundle, and the signature of this service.',
] as const

const staysHere = [
  'Sessions and their ids, requests and responses.',
  'Who tested, what was declared, and what anybody noted.',
  'What was presented or issued.',
] as const

interface PublishFormProps {
  readonly statement: ConformanceStatement
}

/** Asks for what a publication needs, and shows before that what becomes public. */
export function PublishForm({ statement }: PublishFormProps) {
  const { wallet, counts, fcaf } = statement
  const { headline } = counts
  const numbers = [
    `${headline.passed} of ${headline.of} required cases passed`,
    `${headline.failed} failed`,
    `${headline.inconclusive + headline.not_run} without a verdict`,
    `${headline.told_by_driver ?? 0} told by a driver, ${headline.told} by a person`,
    `edition ${fcaf.edition}, ${fcaf.complete ? '' : 'which is partial, '}${counts.cases} cases`,
  ]
  return (
    <div className="mx-auto grid max-w-[1176px] grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-12 md:px-6">
      <div className="pt-5 md:pt-6">
        <p className="text-sm text-ink-3">Publish</p>
        <h1 className="text-xl [overflow-wrap:anywhere] md:text-2xl">
          <WalletName {...wallet} />
        </h1>
        <p className="mt-1 text-sm">
          <a className="link target" href={paths.coverage(wallet, fcaf.edition)}>
            Official cases of this wallet
          </a>
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2">
        <Panel labelledBy="public" className="grid gap-3 p-4">
          <h2 id="public" className="text-md">
            What becomes public
          </h2>
          <ul className="grid gap-1 font-[550]">
            {numbers.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <Sentences of={becomesPublic} />
          <h3 className="text-sm text-ink-3">What does not</h3>
          <Sentences of={staysHere} />
          <p className="text-sm text-ink-2">
            The page says that it is a self-assessment and no certificate. You can remove it at any time.
          </p>
        </Panel>
        <Panel labelledBy="form" className="p-4">
          <h2 id="form" className="mb-3 text-md">
            Publish it
          </h2>
          <form method="post" action={renderedPaths.sendPublication()} className="grid gap-3">
            <input type="hidden" name="wallet" value={wallet.name} />
            <input type="hidden" name="version" value={wallet.version} />
            <input type="hidden" name="edition" value={fcaf.edition} />
            <div className="grid gap-1">
              <label className="grid gap-1 text-sm">
                Publish token
                <input
                  type="password"
                  name="token"
                  required
                  maxLength={200}
                  autoComplete="off"
                  aria-describedby="about-token"
                  className={fieldClass}
                />
              </label>
              <span id="about-token" className="text-xs text-ink-3">
                The operator of this service makes it for your organisation.
              </span>
            </div>
            <div className="grid gap-1">
              <label className="grid gap-1 text-sm">
                Slug
                <input
                  name="slug"
                  required
                  maxLength={40}
                  pattern="[a-z0-9]+(-[a-z0-9]+)*"
                  autoComplete="off"
                  aria-describedby="about-slug"
                  className={fieldClass}
                />
              </label>
              <span id="about-slug" className="text-xs text-ink-3">
                The address: /wallets/ and one of the slugs of the token.
              </span>
            </div>
            <label className="grid gap-1 text-sm">
              Contact (optional)
              <input
                name="contact"
                maxLength={300}
                placeholder="https://… or mailto:…"
                autoComplete="off"
                className={fieldClass}
              />
            </label>
            <label className="grid gap-1 text-sm">
              Valid for
              <select name="days" defaultValue={usualValidDays} className={fieldClass}>
                {validDays.map((days) => (
                  <option key={days} value={days}>
                    {days} days
                  </option>
                ))}
              </select>
            </label>
            <label className="flex min-h-6 items-start gap-2 text-sm">
              <input type="checkbox" name="whole" value="true" className="mt-1" />
              <span>
                Publish the whole evidence bundle too: every session, request and response, as it is on record here
              </span>
            </label>
            <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
              Publish
            </button>
          </form>
        </Panel>
      </div>
    </div>
  )
}

const Sentences = ({ of }: { readonly of: readonly string[] }) => (
  <ul className="list-disc pl-5 text-sm text-ink-2">
    {of.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
)
