import type { Metadata } from 'next'
import { issuanceFormId } from '@/components/start/form-ids'
import { IssuerCard } from '@/components/start/issuer-card'
import { IssuerStart } from '@/components/start/issuer-start'
import { ReferenceRun } from '@/components/start/reference-run'
import { StartPage } from '@/components/start/start-page'
import { UseInWorkbench } from '@/components/start/use-in-workbench'
import { reachOf } from '@/lib/core/shared/values/reach'
import { misbehaviourCount } from '@/lib/queries/checks'
import { issuerDeviationChoices } from '@/lib/queries/issuer-deviations'
import { serviceView } from '@/lib/queries/issuers'
import { allMisbehaviours } from '@/lib/queries/misbehaviours'

export const metadata: Metadata = {
  title: 'Get a credential',
  description:
    'Offer a test credential to a wallet over OpenID4VCI, with options, and see every request that it sends.',
}

export default async function StartIssuancePage() {
  const { baseUrl, issuers } = await serviceView()
  return (
    <StartPage
      title="Get a credential"
      about="One issuance with options of your own. The next page shows its QR code, then every request of the wallet with what the checks say."
      reach={reachOf(baseUrl)}
    >
      <IssuerStart baseUrl={baseUrl} issuers={issuers} deviations={issuerDeviationChoices()} />
      <UseInWorkbench form={issuanceFormId} wing="issuance" />
      <ReferenceRun misbehaviours={allMisbehaviours()} count={misbehaviourCount()} form={issuanceFormId} />
      <section aria-labelledby="issuers" className="mt-8">
        <h2 id="issuers" className="mb-3 text-lg">
          Two issuers, one difference
        </h2>
        <div className="grid gap-4 md:grid-cols-2">
          {issuers.map((issuer) => (
            <IssuerCard key={issuer.id} issuer={issuer} />
          ))}
        </div>
      </section>
    </StartPage>
  )
}
