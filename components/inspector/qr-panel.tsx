import type { ReactNode } from 'react'
import { fitsQrCode, qrBytes, qrCode } from '../ui/qr-code'
import { QrParts } from './qr-parts'

/** Above this many bytes, a code has so many modules that phones struggle to scan it from a screen. */
const comfortableBytes = 1200

interface QrPanelProps {
  readonly deeplink: string
  /** An address of this service that leads to the link, for one that is too long for a code; `null` for none. */
  readonly opener: string | null
  /** Where the code leads. */
  readonly label: string
  /** A link to a session with a shorter deeplink. */
  readonly shorter: ReactNode
  /** The name of the drawing, for copies of it elsewhere on the page. */
  readonly id?: string
  /** False where something else on the page opens it here. */
  readonly opensHere?: boolean
}

/** The QR code for the phone, and its alternatives: copy, open here, read as text. */
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
