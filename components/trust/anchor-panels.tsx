import { paths } from '@/lib/paths'
import type { ShownAnchor } from '@/lib/queries/trust'
import { CopyButton } from '../ui/copy-button'
import { Panel } from '../ui/panel'
import { QrCode } from '../ui/qr-code'
import { anchorWords } from './trust-words'

/** The certificates that a wallet may trust, each with what it is for and the ways to get it. */
export function AnchorPanels({
  baseUrl,
  anchors,
}: {
  readonly baseUrl: string
  readonly anchors: readonly ShownAnchor[]
}) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {anchors.map((anchor) => (
        <AnchorPanel key={anchor.id} baseUrl={baseUrl} anchor={anchor} />
      ))}
    </div>
  )
}

function AnchorPanel({
  baseUrl,
  anchor: { id, list, pem, fingerprint },
}: {
  readonly baseUrl: string
  readonly anchor: ShownAnchor
}) {
  const { title, purpose } = anchorWords[id] ?? { title: id, purpose: '' }
  const der = paths.api.listedAnchors(list, 'cer')
  const listAddress = `${baseUrl}${paths.api.trustList(list)}`
  return (
    <Panel labelledBy={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 p-4 md:p-6">
      <h3 id={id} className="text-md">
        {title}
      </h3>
      <p className="text-sm text-ink-2">{purpose}</p>
      <dl className="facts">
        <div>
          <dt>SHA-256</dt>
          <dd className="wire text-xs/[1.6] [overflow-wrap:anywhere]">{fingerprint}</dd>
        </div>
        <div>
          <dt>{id === 'list-operator' ? 'List of lists' : 'List'}</dt>
          <dd className="[overflow-wrap:anywhere]">
            <span className="wire text-xs">{listAddress}</span>{' '}
            <CopyButton text={listAddress} what={`address of the list: ${title}`} />
          </dd>
        </div>
      </dl>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <CopyButton text={pem} what={`PEM: ${title}`} label="Copy PEM" />
        <a className="link target text-sm" href={paths.api.listedAnchors(list, 'pem')}>
          PEM<span className="sr-only"> of {title}</span>
        </a>
        <a className="link target text-sm" href={der}>
          DER<span className="sr-only"> of {title}</span>
        </a>
      </p>
      <details>
        <summary className="chevron flex min-h-6 items-center text-sm">QR code for a phone</summary>
        <div className="mt-2 rounded-md border border-line bg-qr-light">
          <QrCode text={`${baseUrl}${der}`} label={`QR code of the DER file: ${title}`} />
        </div>
      </details>
    </Panel>
  )
}
