import type { Metadata } from 'next'
import Link from 'next/link'
import { CampaignStart } from '@/components/campaign/campaign-start'
import { ReachNote } from '@/components/phone/phone-notes'
import { issuanceFormId, presentationFormId } from '@/components/start/form-ids'
import { ScoreboardSample } from '@/components/start/home-panels'
import { IssuerStart } from '@/components/start/issuer-start'
import { LastStrip, RecentSessions } from '@/components/start/recent-sessions'
import { RunChoice } from '@/components/start/run-choice'
import { VerifierStart } from '@/components/start/verifier-start'
import { Panel } from '@/components/ui/panel'
import { protocolOf } from '@/lib/core/engine/checks/check-groups'
import { reachOf } from '@/lib/core/shared/values/reach'
import { defaultDcqlQuery } from '@/lib/core/verifier/read/request/session-query'
import { paths } from '@/lib/paths'
import { campaignChoices } from '@/lib/queries/campaigns'
import { checkCatalogue } from '@/lib/queries/checks'
import { firstParam, type SearchParams } from '@/lib/queries/inspector-target'
import { issuerDeviationChoices } from '@/lib/queries/issuer-deviations'
import { serviceView } from '@/lib/queries/issuers'
import { allMisbehaviours } from '@/lib/queries/misbehaviours'
import { refusalTestChoices } from '@/lib/queries/refusal-tests'
import { scoreboardSample } from '@/lib/queries/scoreboard'
import { allVerifierMisbehaviours } from '@/lib/queries/verifier-misbehaviours'

export const metadata: Metadata = {
  title: { absolute: 'Wallet Capture: see what your wallet really sends' },
}

export default async function StartPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const params = await searchParams
  const asked = (name: string) => (firstParam(params, name) ?? '').slice(0, 100)
  const [{ baseUrl, issuers, trust }, sample] = await Promise.all([serviceView(), scoreboardSample()])
  return (
    <div className="mx-auto max-w-[1176px] px-4 md:px-6">
      <div className="grid gap-3 pt-8 pb-6 md:pt-14 md:pb-9">
        <h1 className="text-[1.8667rem]/[1.12] tracking-[-0.026em] md:text-3xl/[1.12] wide:whitespace-nowrap">
          See what your wallet really sends, clause by clause.
        </h1>
        <p className="max-w-[820px] text-lg text-ink-2">
          Start a session and scan the QR code with a wallet. Every HTTP exchange is recorded and judged by named checks
          for OpenID4VCI, OpenID4VP, HAIP and DPoP. For people who build, test and specify wallets.
        </p>
        <ReachNote {...reachOf(baseUrl)} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-stretch gap-4 wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <IssuerStart baseUrl={baseUrl} issuers={issuers} deviations={issuerDeviationChoices()} />
        <VerifierStart
          baseUrl={baseUrl}
          defaultQuery={defaultDcqlQuery}
          refusalTests={refusalTestChoices()}
          trust={trust}
        />
      </div>
      <Panel
        labelledBy="reference"
        className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 p-4 md:p-6 wide:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]"
      >
        <div>
          <h2 id="reference" className="text-lg">
            No wallet handy?
          </h2>
          <p className="mt-1 mb-4 text-ink-2">
            The built-in reference wallet takes two seconds: run the session described above without misbehaviour, or
            pick a misbehaviour and run a session that shows it.
          </p>
          {/* biome-ignore lint/a11y/useSemanticElements: the buttons belong to the form above. */}
          <div role="group" aria-labelledby="run-issuance">
            <h3 id="run-issuance" className="mb-1.5 text-sm">
              It gets a credential
            </h3>
            <RunChoice misbehaviours={allMisbehaviours()} form={issuanceFormId} />
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: the buttons belong to the form above. */}
          <div role="group" aria-labelledby="run-presentation" className="mt-3">
            <h3 id="run-presentation" className="mb-1.5 text-sm">
              It presents a credential
            </h3>
            <RunChoice misbehaviours={allVerifierMisbehaviours()} form={presentationFormId} />
            <p className="mt-1.5 text-xs text-ink-3">
              If these settings cannot show the misbehaviour, the session uses ones that can.
            </p>
          </div>
        </div>
        <LastStrip checks={checkCatalogue().filter(({ group }) => protocolOf(group) === 'vci').length} />
      </Panel>
      <CampaignStart
        choices={campaignChoices()}
        trust={trust}
        asked={{ wallet: asked('wallet'), version: asked('version'), campaign: asked('campaign') }}
      />
      <ScoreboardSample rows={sample} />
      <div className="mt-12 grid gap-4">
        <p className="text-sm text-ink-2">
          One session with options of your own:{' '}
          <Link className="link target" href={paths.startIssuance()}>
            get a credential
          </Link>{' '}
          ·{' '}
          <Link className="link target" href={paths.startPresentation()}>
            present one
          </Link>{' '}
          ·{' '}
          <Link className="link target" href={paths.startRoundTrip()}>
            issue, then ask for it back
          </Link>
        </p>
        <Panel labelledBy="what-happens" className="p-4 md:p-6">
          <h2 id="what-happens" className="text-lg">
            How it works
          </h2>
          <ol className="mt-2 grid list-decimal gap-2 pl-5 text-ink-2">
            <li>
              The session page shows a QR code. Scan it with the wallet:{' '}
              <Link className="link" href={paths.phone()}>
                connect a phone
              </Link>
              .
            </li>
            <li>Every request appears there within a second, decoded, with secrets left out.</li>
            <li>
              <Link className="link" href={paths.checks()}>
                {checkCatalogue().length} checks
              </Link>{' '}
              judge it. The first failure is at the top, with its clause and how to fix it.
            </li>
          </ol>
        </Panel>
      </div>
      <RecentSessions now={Date.now()} />
    </div>
  )
}
