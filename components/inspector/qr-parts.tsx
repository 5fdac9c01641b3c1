// Client: keeps the RSC payload small.
'use client'

import { type ReactNode, useId } from 'react'
import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { Note } from '../ui/note'
import { QrCodeCopy, QrDrawing } from '../ui/qr-drawing'
import type { Code } from '../ui/qr-modules'

interface QrPartsProps {
  readonly deeplink: string
  /** Length of the link. */
  readonly bytes: number
  /** `null` if the link is too long for a code and has no short URL. */
  readonly code: Code | null
  /** Whether the code holds the short URL instead of the link itself. */
  readonly leads: boolean
  readonly label: string
  /** Whether phones will struggle to scan it. */
  readonly long: boolean
  readonly shorter: ReactNode
  readonly id: string | undefined
  readonly opensHere: boolean
}

/** Renders a `QrPanel` from plain values. */
export function QrParts({ deeplink, bytes, code, leads, label, long, shorter, id, opensHere }: QrPartsProps) {
  const own = useId()
  const drawing = id ?? own
  const enlarged = useId()
  const drawn = code !== null
  return (
    <div className="grid gap-4">
      {drawn && (
        <div className="rounded-md border border-line bg-qr-light">
          <QrDrawing {...code} label={label} id={drawing} />
        </div>
      )}
      {long && (
        <Note kind="warning">
          {leads
            ? `The link is ${bytes.toLocaleString('en')} bytes, too long for a QR code: this code holds an address of this service that leads to it. The phone must reach the service. `
            : drawn
              ? `The link is ${bytes.toLocaleString('en')} bytes, so this code is dense: ${code.size} × ${code.size} squares. Many phones cannot read it from a screen: enlarge it, and hold the phone steady and close. `
              : `The link is ${bytes.toLocaleString('en')} bytes: too long for a QR code. Open it on the phone or copy it there. `}
          {shorter}
        </Note>
      )}
      <div className="flex flex-wrap items-center gap-2 max-md:order-first">
        {opensHere && (
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
        )}
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
