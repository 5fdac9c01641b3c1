import { create } from 'qrcode'
import { useId } from 'react'
import { QrDrawing } from './qr-drawing'
import { type Code, packModules } from './qr-modules'

/** Bytes that one code holds at error correction M. ISO/IEC 18004. */
const qrBytesMax = 2331

/** Bytes of a text in UTF-8, as a QR code holds it. */
export const qrBytes = (text: string): number => new TextEncoder().encode(text).length

/** Whether one QR code has room for a text. */
export const fitsQrCode = (text: string): boolean => qrBytes(text) <= qrBytesMax

/** The codes that were drawn last: making one takes some milliseconds. */
const drawn = new Map<string, Code>()
const drawnMax = 100

/** The code of a text for which one has room. */
export function qrCode(text: string): Code {
  const known = drawn.get(text)
  if (known !== undefined) return known
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const code = { modules: packModules(modules.data), size: modules.size }
  drawn.set(text, code)
  for (const oldest of drawn.keys()) if (drawn.size > drawnMax) drawn.delete(oldest)
  return code
}

interface QrCodeProps {
  readonly text: string
  /** Says what the code holds. */
  readonly label: string
  /** The name of the drawing, for copies of it on the same page. */
  readonly id?: string
}

/**
 * A QR code as SVG, error correction M, black on white in both themes. Text that is too long for a QR code (over 2,331
 * bytes) renders nothing: the caller says so beside it.
 */
export function QrCode({ text, label, id }: QrCodeProps) {
  const own = useId()
  if (!fitsQrCode(text)) return null
  const drawing = id ?? own
  return <QrDrawing {...qrCode(text)} label={label} id={drawing} />
}
