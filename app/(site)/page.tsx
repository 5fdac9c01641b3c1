import type { Metadata } from 'next'
import Link from 'next/link'
import { BrokenWallets } from '@/components/landing/broken-wallets'
import { FailedExample } from '@/components/landing/failed-example'
import { MoreWays } from '@/components/landing/more-ways'
import { ScoreboardSample } from '@/components/landing/scoreboard-sample'
import { ReachNote } from '@/components/phone/phone-notes'
import { OpenWorkbench } from '@/components/workbench/open-workbench'
import { reachOf } from '@/lib/core/shared/values/reach'
import { paths } from '@/lib/paths'
import { campaignChoices } from '@/lib/queries/campaigns'
import { checkCatalogue, misbehaviourCount } from '@/lib/queries/checks'
import { serviceView } from '@/lib/queries/issuers'
import { scoreboardSample } from '@/lib/queries/scoreboard-sample'

const title = 'Wallet Capture: see why your wallet fails'
const description = 'See every request, the rule that broke, its fix: OpenID4VCI, OpenID4VP, HAIP.'

export const metadata: Metadata = {
  title: { absolute: title },
  description,
  openGraph: { title, description },
}

/** How long a run is kept, in words; empty for ever. */
const keptFor = (days: number): string => (days === 0 ? '' : `, deleted after ${days === 1 ? 'a day' : `${days} days`}`)

export default async function LandingPage() {
  const [{ baseUrl, retentionDays }, sample] = await Promise.all([serviceView(), scoreboardSample()])
  return (
    <div className="mx-auto max-w-[1240px] px-4 md:px-6">
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-12 gap-y-8 pt-8 pb-8 md:pt-11 wide:grid-cols-2">
        <div>
          <h1 className="text-[1.8667rem]/[1.12] tracking-[-0.026em] md:text-3xl/[1.12]">See why your wallet fails.</h1>
          <p className="mt-3 text-lg text-ink-2">
            Scan a QR code with your wallet. A second later you see every request it sent, the rule it broke, and how to
            fix it.
          </p>
          <div className="mt-5 flex flex-wrap items-center gap-x-3.5 gap-y-2.5">
            <OpenWorkbench />
            <p className="max-w-[260px] text-sm text-ink-2">
              {`No account. Kept on this server${keptFor(retentionDays)}.`}
            </p>
          </div>
          <div className="mt-4 grid gap-3">
            <ReachNote {...reachOf(baseUrl)} />
            <p className="text-sm text-ink-3">
              {`OpenID4VCI 1.0 · OpenID4VP 1.0 · HAIP · ${checkCatalogue().length} checks, each with its clause`}
            </p>
          </div>
        </div>
        <FailedExample />
      </div>
      <section aria-labelledby="watch">
        <div className="mb-2.5 flex flex-wrap items-baseline gap-x-4">
          <h2 id="watch" className="text-md">
            No wallet at hand? Watch one fail.
          </h2>
          <Link className="link target ml-auto text-sm" prefetch={false} href={paths.checks({ misbehaviour: 'any' })}>
            {`All ${misbehaviourCount()} misbehaviours`}
          </Link>
        </div>
        <BrokenWallets />
      </section>
      <MoreWays campaigns={campaignChoices()} />
      <ScoreboardSample sample={sample} />
    </div>
  )
}
