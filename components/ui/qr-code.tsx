import { create } from 'qrcode'
import { useId } from 'react'

/** Width of the quiet zone in modules. ISO/IEC 18004. */
const quietZone = 4

/** Bytes that one code holds at error correction M. ISO/IEC 18004. */
const qrBytesMax = 2331

/** Bytes of a text in UTF-8, as a QR code holds it. */
export const qrBytes = (text: string): number => new TextEncoder().encode(text).length

/** Whether one QR code has room for a text. */
export const fitsQrCode = (text: string): boolean => qrBytes(text) <= qrBytesMax

interface QrCodeProps {
  readonly text: string
  /** Says what the code holds. */
  readonly label: string
  /** The name of the drawing, for copies of it on the same page. */
  readonly id?: string
}

/** Draws adjacent dark modules of a row as one run, which keeps the path short. */
function drawRow(modules: { readonly size: number; readonly data: Uint8Array }, y: number): string {
  let path = ''
  for (let x = 0; x < modules.size; ) {
    let run = 0
    while (x + run < modules.size && modules.data[y * modules.size + x + run]) run += 1
    if (run > 0) path += `M${x + quietZone} ${y + quietZone}h${run}v1h-${run}z`
    x += Math.max(run, 1)
  }
  return path
}

/**
 * A QR code as SVG, error correction M, black on white in both themes. Text that is too long for a QR code (over 2,331
 * bytes) renders nothing: the caller says so beside it.
 */
export function QrCode({ text, label, id }: QrCodeProps) {
  const own = useId()
  if (!fitsQrCode(text)) return null
  const drawing = id ?? own
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const size = modules.size + 2 * quietZone
  const path = Array.from({ length: modules.size }, (_, y) => drawRow(modules, y)).join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      // Whole pixels per module if there is room, so that no edge is blurred.
      style={{ width: `min(100%, max(280px, round(down, min(100%, 420px), ${size}px)))` }}
      className="mx-auto block"
    >
      <symbol id={drawing} viewBox={`0 0 ${size} ${size}`}>
        <path fill="var(--color-qr-light)" d={`M0 0h${size}v${size}H0z`} />
        <path fill="var(--color-qr-dark)" d={path} />
      </symbol>
      <use href={`#${drawing}`} />
    </svg>
  )
}

/** The same code again, as wide as its place: the drawing is long, so a page holds it once. */
export function QrCodeCopy({ of, label }: { readonly of: string; readonly label: string }) {
  return (
    <svg shapeRendering="crispEdges" role="img" aria-label={label} className="block aspect-square w-full">
      <use href={`#${of}`} />
    </svg>
  )
}
