import { tunnels } from '@/lib/phone/tunnels'
import { CopyButton } from '../ui/copy-button'
import { Panel } from '../ui/panel'

interface TunnelGuideProps {
  /** Where the service listens on this machine. */
  readonly port: number
}

/** How to get a public https address for this machine. */
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
