import type { Metadata } from 'next'
import Link from 'next/link'
import { ReachNote } from '@/components/phone/phone-notes'
import { AliasPanel } from '@/components/trust/alias-panel'
import { PublishedLists, ReliedLists } from '@/components/trust/list-states'
import { AnchorPanels, OwnIdentities, WalletGuide } from '@/components/trust/trust-panels'
import { Note } from '@/components/ui/note'
import { Panel } from '@/components/ui/panel'
import { PanelHeading } from '@/components/ui/panel-heading'
import { paths } from '@/lib/paths'
import { trustView } from '@/lib/queries/trust'
import { unlessAway } from '../unless-away'

export const metadata: Metadata = {
  title: 'Make a wallet trust this service',
  description: 'Test certificates and lists of the European trust framework, and what each wallet needs of them.',
}

export default unlessAway(async function TrustPage() {
  const { baseUrl, plainHttp, thisMachineOnly, anchors, published, relied, identities, ownIdentities } =
    await trustView()
  return (
    <div className="mx-auto grid max-w-[1176px] grid-cols-[minmax(0,1fr)] gap-6 px-4 pb-12 md:px-6">
      <div className="grid max-w-[820px] gap-3 pt-6">
        <h1 className="text-2xl">Make a wallet trust this service</h1>
        <p className="text-ink-2">
          A European wallet wants to know who asks for data or offers a credential. It looks for an access certificate
          (who), a registration certificate (what for), and an authority behind both that stands on a list that it
          trusts. A session with European trust has all of these; the wallet only has to trust our authorities, by the
          lists or by single certificates.
        </p>
        <Note kind="warning">
          <strong className="font-[550]">These are test certificates.</strong> Anybody can make this service sign
          requests and credentials. Trust them in test builds on test devices only, and never in a wallet with data of
          real people.
        </Note>
        <ReachNote plainHttp={plainHttp} thisMachineOnly={thisMachineOnly} />
        <p className="text-sm text-ink-2">
          Whether the phone trusts our https is another matter: see{' '}
          <Link className="link" href={paths.phone()}>
            Use a wallet on a phone
          </Link>
          .
        </p>
      </div>
      <WalletGuide baseUrl={baseUrl} />
      <section aria-labelledby="anchors" className="grid gap-4">
        <div className="grid max-w-[820px] gap-1">
          <h2 id="anchors" className="text-lg">
            Certificates to trust
          </h2>
          <p className="text-ink-2">
            One for each role, so that a certificate of one role does not pass for another. None of them is the test
            root of this installation.{' '}
            <a className="link" href={paths.api.trustAnchors()}>
              All authorities in one PEM file
            </a>
          </p>
        </div>
        <AnchorPanels baseUrl={baseUrl} anchors={anchors} />
      </section>
      <AliasPanel baseUrl={baseUrl} lists={published.map(({ name }) => name)} />
      <PublishedLists lists={published} />
      <ReliedLists lists={relied} />
      <Panel labelledBy="identities">
        <PanelHeading id="identities" title="Who this service is to wallets" />
        <ul className="grid gap-x-6 gap-y-3 p-4 text-sm md:grid-cols-2">
          {identities.map(({ name, legalName, identifier, country, service }) => (
            <li key={service} className="grid gap-0.5">
              <span className="font-medium">{name}</span>
              <span className="text-ink-2">
                {legalName}, {country}, <span className="wire text-xs">{identifier}</span>; service{' '}
                <span className="wire text-xs">{service}</span>
              </span>
            </li>
          ))}
        </ul>
        <p className="px-4 pb-4 text-sm text-ink-2">
          This organisation is made up. What it is registered for is in{' '}
          <a className="link" href={paths.api.register()}>
            the register
          </a>
          .
        </p>
      </Panel>
      <OwnIdentities identities={ownIdentities} />
    </div>
  )
})
