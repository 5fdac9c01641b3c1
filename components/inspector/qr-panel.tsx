import { type ReactNode, useId } from 'react'
import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { Note } from '../ui/note'
import { fitsQrCode, QrCode, QrCodeCopy, qrBytes } from '../ui/qr-code'

/** Above this many bytes, a code has so many modules that phones struggle to scan it from a screen. */
const comfortableBytes = 1200

interface QrPanelProps {
  readonly deeplink: string
  /** What the code leads to. */
  readonly label: string
  /** A link to a session with a shorter deeplink. */
  readonly shorter: ReactNode
  /** The name of the drawing, for copies of it elsewhere on the page. */
  readonly id?: string
}

/** The QR code for the phone, and its alternatives: copy, open here, read as text. */
export function QrPanel({ deeplink, label, shorter, id }: QrPanelProps) {
  const own = useId()
  const drawing = id ?? own
  const enlarged = useId()
  const bytes = qrBytes(deeplink)
  const drawn = fitsQrCode(deeplink)
  return (
    <div className="grid gap-4">
      {drawn && (
        <div className="rounded-md border border-line bg-qr-light">
          <QrCode text={deeplink} label={label} id={drawing} />
        </div>
      )}
      {bytes > comfortableBytes && (
        <Note kind="warning">
          {drawn
            ? `The link is ${bytes.toLocaleString('en')} bytes; many phones cannot read a code this large. `
            : `The link is ${bytes.toLocaleString('en')} bytes: too long for a QR code. Open it on the phone or copy it there. `}
          {shorter}
        </Note>
      )}
      <div className="flex flex-wrap items-center gap-2 max-md:order-first">
        <a
          href={deeplink}
          className={buttonClass(
            {},
            'max-md:order-first max-md:w-full max-md:border-solid max-md:bg-solid max-md:text-inverse',
          )}
        >
          <Icon name="phone" />
          Open on this device
        </a>
        <CopyButton text={deeplink} what="link" label="Copy link" />
        {drawn && (
          <button type="button" popoverTarget={enlarged} className={buttonClass({ look: 'quiet' }, 'max-md:hidden')}>
            Enlarge
          </button>
        )}
      </div>
      {drawn && (
        <div
          id={enlarged}
          popover="auto"
          role="dialog"
          aria-label={`${label}, enlarged`}
          className="m-auto w-[min(92vw,88vh)] rounded-md border border-line-strong bg-qr-light p-2 text-ink backdrop:bg-canvas/80"
        >
          <QrCodeCopy of={drawing} label={label} />
          <p className="text-center">
            <button type="button" popoverTarget={enlarged} popoverTargetAction="hide" className={buttonClass()}>
              Close
            </button>
          </p>
        </div>
      )}
      <details>
        <summary className="chevron flex items-center text-sm text-ink-2">
          Link as text, {bytes.toLocaleString('en')} bytes
        </summary>
        <p className="wire mt-2 rounded-md border border-line bg-sunk px-2.5 py-2 text-xs/[1.6] text-ink-2">
          {deeplink}
        </p>
      </details>
    </div>
  )
}
