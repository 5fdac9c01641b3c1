import type { ReactNode } from 'react'
import { type PlatformSteps as Platform, trustSteps } from '@/lib/phone/trust-steps'
import { tunnels } from '@/lib/phone/tunnels'
import { CopyButton } from '../ui/copy-button'
import { Panel } from '../ui/panel'
import { QrCode } from '../ui/qr-code'

interface CodePanelProps {
  readonly id: string
  readonly title: string
  /** Content of the code and the link. */
  readonly address: string
  readonly label: string
  readonly children: ReactNode
}

/** A URL for a phone: QR code, text, and instructions. */
export function CodePanel({ id, title, address, label, children }: CodePanelProps) {
  return (
    <Panel labelledBy={id} className="grid content-start gap-3 p-4 md:p-6">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <div className="rounded-md border border-line bg-qr-light">
        <QrCode text={address} label={label} />
      </div>
      <p className="wire text-sm">
        <a className="link" href={address}>
          {address}
        </a>{' '}
        <CopyButton text={address} what="address" />
      </p>
      {children}
    </Panel>
  )
}

/**
 * How to trust the test root on each platform, what that does not cover, and how to undo it. The page states the risk
 * above.
 */
export function PlatformSteps() {
  return (
    <section aria-labelledby="platforms" className="grid gap-4">
      <h2 id="platforms" className="mt-6 text-lg">
        Trust the test root, platform by platform
      </h2>
      <div className="grid gap-4 md:grid-cols-2">
        {trustSteps.map((platform) => (
          <PlatformPanel key={platform.platform} {...platform} />
        ))}
      </div>
    </section>
  )
}

function PlatformPanel({ platform, steps, limit, undo }: Platform) {
  const id = platform.toLowerCase().replace(/\W+/g, '-')
  return (
    <Panel labelledBy={id} className="grid content-start gap-2 p-4 md:p-6">
      <h3 id={id} className="text-md">
        {platform}
      </h3>
      <ol className="grid list-decimal gap-1.5 pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="text-sm text-ink-2">{limit}</p>
      <p className="text-sm text-ink-2">To undo: {undo}</p>
    </Panel>
  )
}

interface TunnelGuideProps {
  /** Port of the service on this machine. */
  readonly port: number
}

/** How to get a public https URL for this machine. */
export function TunnelGuide({ port }: TunnelGuideProps) {
  return (
    <Panel labelledBy="tunnel" className="grid content-start gap-3 p-4 md:p-6">
      <h2 id="tunnel" className="text-lg">
        A public address through a tunnel
      </h2>
      <p className="text-ink-2">
        For wallets that only trust public certificates, and for phones on another network. Open the tunnel first, then
        start the service with the address it printed:
      </p>
      <pre className="rounded-md border border-line bg-sunk px-3 py-2.5 text-xs/[1.6] whitespace-pre-wrap [overflow-wrap:anywhere]">
        {`PORT=${port} BASE_URL=https://the-printed-address TRUST_PROXY=127.0.0.1 npm start`}
      </pre>
      <ul className="grid gap-2.5">
        {tunnels(String(port)).map(({ name, command, note }) => (
          <li key={name} className="grid gap-0.5">
            <span className="[overflow-wrap:anywhere]">
              <code>{command}</code> <CopyButton text={command} what={`command of ${name}`} />
            </span>
            <span className="text-sm text-ink-2">{note}</span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-2">
        Anyone can reach this address. Set <code>OPERATOR_TOKEN</code> to keep the evidence private.
      </p>
    </Panel>
  )
}
