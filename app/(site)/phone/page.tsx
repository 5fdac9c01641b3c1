import type { Metadata } from 'next'
import Link from 'next/link'
import { CodePanel, PlatformSteps, TunnelGuide } from '@/components/phone/phone-guide'
import { ReachNote, RefusedNote } from '@/components/phone/phone-notes'
import { Note } from '@/components/ui/note'
import { Panel } from '@/components/ui/panel'
import { paths } from '@/lib/paths'
import { trustWarning } from '@/lib/phone/trust-steps'
import { phoneView } from '@/lib/queries/phone'

export const metadata: Metadata = {
  title: 'Use a wallet on a phone',
  description: 'How a phone reaches this service over https and trusts its certificate.',
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
          A wallet only sends requests to an address that the phone can reach over https, with a certificate that it
          trusts. This service is at <code className="[overflow-wrap:anywhere]">{baseUrl}</code>.
        </p>
        {underTestRoot && (
          <Note kind="warning">
            <strong className="font-[550]">Before you trust the test root:</strong> {trustWarning}
          </Note>
        )}
        <ReachNote plainHttp={plainHttp} thisMachineOnly={thisMachineOnly} linked={false} />
        {!plainHttp && !thisMachineOnly && !underTestRoot && (
          <Note kind="information">
            It uses https with a certificate from outside the test root: your own, or that of a tunnel or proxy. A
            public certificate needs nothing more. For any other, install the root that signed it on each phone.
          </Note>
        )}
        {certificateRefusedAt !== null && <RefusedNote at={certificateRefusedAt} now={Date.now()} />}
      </div>
      {underTestRoot && rootPageUrl !== null ? (
        <div className="grid gap-4 md:grid-cols-2">
          <CodePanel
            id="trust"
            title="1. Trust the test root (once per phone)"
            address={rootPageUrl}
            label="QR code of the page with the root certificate"
          >
            <p>
              This page uses plain http, because the phone does not trust our https yet. It serves the certificate and
              nothing else. Compare the SHA-256 fingerprint on the phone:
            </p>
            <p className="wire text-xs/[1.6]">{rootFingerprint}</p>
          </CodePanel>
          <CodePanel id="open" title="2. Open the service" address={baseUrl} label="QR code of the service">
            <p>
              If the phone’s browser opens it without a warning, the certificate is trusted. Then start a session there
              or here, and scan its code with the wallet.
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
            Wallet still doing nothing?
          </h2>
          <ul className="grid list-disc gap-1.5 pl-5">
            <li>
              Open <code className="[overflow-wrap:anywhere]">{baseUrl}/healthz</code> in the phone’s browser. If there
              is no response, look for a different network, a VPN, a firewall, or a guest network that isolates its
              clients.
            </li>
            <li>
              A certificate warning: the phone does not trust the root
              {underTestRoot && '; the test root is not installed or not enabled'}.
            </li>
            <li>
              Browser works but the wallet doesn’t: the app trusts public certificates only. Use a tunnel or a debug
              build.
            </li>
            <li>
              The link opens nothing: no app registered its scheme. Scan it from inside the wallet, or create a session
              with another scheme.
            </li>
            <li>
              The wallet refuses the credential: add{' '}
              <a className="link" href={paths.api.trustAnchor()}>
                the root certificate
              </a>{' '}
              as a trusted issuer in the wallet.
            </li>
            <li>
              A European wallet warns about this service, or refuses it:{' '}
              <Link className="link" href={paths.trust()}>
                make the wallet trust our test authorities
              </Link>
              .
            </li>
          </ul>
          <p className="text-sm text-ink-2">
            If no wallet ever reached a session, its page says so and lists what to check.
          </p>
        </Panel>
      </div>
    </div>
  )
}

/** Ways to give this service an address that phones can reach. */
function WaysToHttps() {
  return (
    <Panel labelledBy="ways" className="grid gap-3 p-4 md:p-6">
      <h2 id="ways" className="text-lg">
        In the same network: one command
      </h2>
      <pre className="rounded-md border border-line bg-sunk px-3 py-2.5 text-xs/[1.6]">npm start -- --phone</pre>
      <p className="text-ink-2">
        It finds this machine’s network address, issues a certificate for it under this installation’s test root, and
        serves https there. This page then shows two codes for the phone: one to trust the root, one to open the
        service.
      </p>
      <p className="text-ink-2">
        With a certificate of your own: <code>TLS_CERT_FILE</code> and <code>TLS_KEY_FILE</code>, <code>HOST</code> and{' '}
        <code>BASE_URL</code>. Behind a proxy that ends TLS: <code>BASE_URL</code> alone.
      </p>
    </Panel>
  )
}
