import { create } from 'qrcode'
import { useId } from 'react'
import { QrDrawing } from './qr-drawing'
import { type Code, packModules } from './qr-modules'

/** Capacity in bytes of the largest code, by error correction level: M restores 15 % of it, L 7 %. ISO/IEC 18004 */
const qrBytesMax = { M: 2331, L: 2953 } as const

/** Length of a text in UTF-8 bytes, as a QR code stores it. */
export const qrBytes = (text: string): number => new TextEncoder().encode(text).length

/** Whether a text fits into one QR code. */
export const fitsQrCode = (text: string): boolean => qrBytes(text) <= qrBytesMax.L

/** Caches recent codes: computing one takes some milliseconds. */
const drawn = new Map<string, Code>()
const drawnMax = 100

/** QR code of a text, which must fit: level M if there is room for it, otherwise L. */
export function qrCode(text: string): Code {
  const known = drawn.get(text)
  if (known !== undefined) return known
  const { modules } = create(text, { errorCorrectionLevel: qrBytes(text) <= qrBytesMax.M ? 'M' : 'L' })
  const code = { modules: packModules(modules.data), size: modules.size }
  drawn.set(text, code)
  for (const oldest of drawn.keys()) if (drawn.size > drawnMax) drawn.delete(oldest)
  return code
}

interface QrCodeProps {
  readonly text: string
  /** Accessible description of the content. */
  readonly label: string
  /** Id of the drawing, for copies on the same page. */
  readonly id?: string
}

/**
 * QR code as SVG, black on white in both themes. Renders nothing for text that is too long (over 2,953 bytes); the
 * caller has to say so.
 */
export function QrCode({ text, label, id }: QrCodeProps) {
  const own = useId()
  if (!fitsQrCode(text)) return null
  const drawing = id ?? own
  return <QrDrawing {...qrCode(text)} label={label} id={drawing} />
}
