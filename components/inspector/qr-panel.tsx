import type { ReactNode } from 'react'
import { CopyButton } from '../ui/copy-button'
import { fitsQrCode, qrBytes, qrCode } from '../ui/qr-code'
import { QrParts } from './qr-parts'

/** Above this many bytes, phones struggle to scan the code from a screen. */
const comfortableBytes = 1200

interface QrPanelProps {
  readonly deeplink: string
  /** Short URL of this service that redirects to a link too long for a code; `null` for none. */
  readonly opener: string | null
  readonly label: string
  /** Link to a session with a shorter deeplink. */
  readonly shorter: ReactNode
  /** Id of the drawing, for copies elsewhere on the page. */
  readonly id?: string
  /** False if another control on the page opens the link here. */
  readonly opensHere?: boolean
}

/** QR code for the phone, and alternatives: copy, open here, read as text. */
export function QrPanel({ deeplink, opener, label, shorter, id, opensHere = true }: QrPanelProps) {
  const bytes = qrBytes(deeplink)
  const long = bytes > comfortableBytes
  const fits = fitsQrCode(deeplink)
  const held = fits ? deeplink : opener
  return (
    <QrParts
      deeplink={deeplink}
      bytes={bytes}
      code={held === null ? null : qrCode(held)}
      leads={!fits && held !== null}
      label={label}
      long={long}
      shorter={long ? shorter : null}
      id={id}
      opensHere={opensHere}
    />
  )
}

interface TransactionCodeProps {
  readonly code: string
  /** Attempts so far; omitted if only the session page shows them. */
  readonly attempts?: string
}

/** Group offsets; a code has at most twelve characters. */
const threes = [0, 3, 6, 9]

/** Code to type into the wallet, large enough to read from a screen beside the phone. */
export function TransactionCode({ code, attempts }: TransactionCodeProps) {
  return (
    <div data-transaction-code="" className="grid gap-1">
      <p className="text-sm text-ink-2">Transaction code</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="wire flex flex-wrap gap-x-3 text-[1.8667rem] font-[550]">
          {/* In groups of three for the eye, but one word for copying and screen readers. */}
          {threes
            .filter((from) => from < code.length)
            .map((from) => (
              <span key={from}>{code.slice(from, from + 3)}</span>
            ))}
        </p>
        <CopyButton text={code} what="transaction code" label="Copy code" />
      </div>
      {attempts !== undefined && (
        <p role="status" className="text-sm">
          {attempts}
        </p>
      )}
    </div>
  )
}
