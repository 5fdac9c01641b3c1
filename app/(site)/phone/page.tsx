import type { Metadata } from 'next'
import { CodePanel } from '@/components/phone/code-panel'
import { PlatformSteps } from '@/components/phone/platform-steps'
import { ReachNote } from '@/components/phone/reach-note'
import { RefusedNote } from '@/components/phone/refused-note'
import { TunnelGuide } from '@/components/phone/tunnel-guide'
import { Note } from '@/components/ui/note'
import { Panel } from '@/components/ui/panel'
import { paths } from '@/lib/paths'
import { phoneView } from '@/lib/queries/phone'

export const metadata: Metadata = {
  title: 'Use a wallet on a phone',
  description: 'How a phone reaches this service by https, and comes to trust its certificate.',
}

export default async function PhonePage() {
  const view = await phoneView()
  const {
    baseUrl,
    plainHttp,
    thisMachineOnly,
    underTestRoot,
    rootPageUrl,
    rootFingerprint,
    certificateRefusedAt,
    port,
  } = view
  return (
    <div className="mx-auto max-w-[1176px] px-4 md:px-6">
      <div className="grid max-w-[820px] gap-3 pt-6 pb-4">
        <h1 className="text-2xl">Use a wallet on a phone</h1>
        <p className="text-ink-2">
          A wallet sends its first request only to an address that the phone reaches, by https, with a certificate that
          it trusts. This service answers at <code className="[overflow-wrap:anywhere]">{baseUrl}</code>.
        </p>
        <ReachNote plainHttp={plainHttp} thisMachineOnly={thisMachineOnly} />
        {!plainHttp && !thisMachineOnly && !underTestRoot && (
          <Note kind="information">
            It is https, with a certificate that is not of the test root: your own, or that of a tunnel or proxy. A
            public one needs nothing more; of another, each phone needs the root that signed it.
          </Note>
        )}
        {certificateRefusedAt !== null && <RefusedNote at={certificateRefusedAt} now={Date.now()} />}
      </div>
      {underTestRoot && rootPageUrl !== null ? (
        <div className="grid gap-4 md:grid-cols-2">
          <CodePanel
            id="trust"
            title="1. Once for each phone: trust the test root"
            address={rootPageUrl}
            label="QR code of the page with the root certificate"
          >
            <p>
              A page by plain http, since a phone cannot fetch by https what makes it trust https. It gives the
              certificate and nothing else. Compare its SHA-256 fingerprint on the phone:
            </p>
            <p className="wire text-xs/[1.6]">{rootFingerprint}</p>
          </CodePanel>
          <CodePanel id="open" title="2. Open the service" address={baseUrl} label="QR code of the service">
            <p>
              In the browser of the phone, without a warning: it is trusted. Then start a session there or here, and
              scan its code with the wallet.
            </p>
          </CodePanel>
        </div>
      ) : (
        (plainHttp || thisMachineOnly) && <WaysToHttps />
      )}
      {underTestRoot && <PlatformSteps />}
      <div className="mt-6 grid items-start gap-4 md:grid-cols-2">
        <TunnelGuide port={port} />
        <Panel labelledBy="silent" className="grid content-start gap-3 p-4 md:p-6">
          <h2 id="silent" className="text-lg">
            The wallet still does nothing?
          </h2>
          <ul className="grid list-disc gap-1.5 pl-5">
            <li>
              Open <code className="[overflow-wrap:anywhere]">{baseUrl}/healthz</code> in the browser of the phone. No
              answer: another network, a VPN, a firewall, or a guest network that keeps its clients apart.
            </li>
            <li>
              A warning about the certificate: the phone does not trust who signed it
              {underTestRoot && '; the test root is not installed yet, or not switched on'}.
            </li>
            <li>
              Browser works but the wallet doesn’t: the app trusts public certificates only. Use a tunnel, or a debug
              build.
            </li>
            <li>
              The link opens nothing: no app registered its scheme. Scan it inside the wallet, or make a session with
              another scheme.
            </li>
            <li>
              The wallet refuses the credential: give it{' '}
              <a className="link" href={paths.api.trustAnchor()}>
                the root certificate
              </a>{' '}
              as a trusted issuer.
            </li>
          </ul>
          <p className="text-sm text-ink-2">A session that no wallet ever reached says so, and what to look at.</p>
        </Panel>
      </div>
    </div>
  )
}

/** What gives this service an address for phones. */
function WaysToHttps() {
  return (
    <Panel labelledBy="ways" className="grid gap-3 p-4 md:p-6">
      <h2 id="ways" className="text-lg">
        In the same network: one command
      </h2>
      <pre className="rounded-md border border-line bg-sunk px-3 py-2.5 text-xs/[1.6]">npm start -- --phone</pre>
      <p className="text-ink-2">
        It finds the address of this machine in the network, makes a certificate for it under the test root of this
        installation, and serves https there. This page then shows two codes for the phone: one to trust the root, one
        to open the service.
      </p>
      <p className="text-ink-2">
        With a certificate of your own: <code>TLS_CERT_FILE</code> and <code>TLS_KEY_FILE</code>, <code>HOST</code> and{' '}
        <code>BASE_URL</code>. Behind a proxy that ends TLS: <code>BASE_URL</code> alone.
      </p>
    </Panel>
  )
}
