import type { ReactNode } from 'react'
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

/** A URL for a phone: as a QR code, as text, and what to do with it. */
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
