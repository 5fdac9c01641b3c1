import type { Metadata } from 'next'
import { RoundTripStart } from '@/components/start/round-trip-start'
import { StartPage } from '@/components/start/start-page'
import { reachOf } from '@/lib/core/shared/values/reach'
import { serviceView } from '@/lib/queries/issuers'

export const metadata: Metadata = {
  title: 'Issue, then ask for it back',
  description: 'Give a wallet a test credential and ask for it back: one verdict for both.',
}

export default async function StartRoundTripPage() {
  const { baseUrl, issuers } = await serviceView()
  return (
    <StartPage
      title="Issue, then ask for it back"
      about="Two QR codes on one page: the wallet gets a credential, then presents it. One verdict covers both and says whether the presented credential is the issued one."
      reach={reachOf(baseUrl)}
    >
      <RoundTripStart issuers={issuers} />
    </StartPage>
  )
}
