// Client: builds a path of ten kilobytes from less than one.
'use client'

import { unpackModules } from './qr-modules'

/** Width of the quiet zone in modules. ISO/IEC 18004. */
const quietZone = 4

interface QrDrawingProps {
  /** See `packModules`. */
  readonly modules: string
  /** Modules per row. */
  readonly size: number
  readonly label: string
  /** Id of the drawing, for copies on the same page. */
  readonly id: string
}

/** A row of modules as horizontal lines, one per run of dark ones; empty if all are light. */
function drawRow(
  isDark: (index: number) => boolean,
  { size, y }: { readonly size: number; readonly y: number },
): string {
  let path = ''
  let end = 0
  for (let x = 0; x < size; ) {
    let run = 0
    while (x + run < size && isDark(y * size + x + run)) run += 1
    if (run > 0) {
      path += `${path === '' ? `M${x + quietZone} ${y + quietZone}.5` : `m${x - end} 0`}h${run}`
      end = x + run
    }
    x += Math.max(run, 1)
  }
  return path
}

/** Drawing of a QR code, black on white in both themes. */
export function QrDrawing({ modules, size, label, id }: QrDrawingProps) {
  const width = size + 2 * quietZone
  const isDark = unpackModules(modules)
  const path = Array.from({ length: size }, (_, y) => drawRow(isDark, { size, y })).join('')
  return (
    <svg
      viewBox={`0 0 ${width} ${width}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      // Whole pixels per module if there is room, so that no edge is blurred.
      style={{ width: `min(100%, max(280px, round(down, min(100%, 420px), ${width}px)))` }}
      className="mx-auto block"
    >
      <symbol id={id} viewBox={`0 0 ${width} ${width}`}>
        <path fill="var(--color-qr-light)" d={`M0 0h${width}v${width}H0z`} />
        <path stroke="var(--color-qr-dark)" d={path} />
      </symbol>
      <use href={`#${id}`} />
    </svg>
  )
}

/** Same code at its container's width; the page contains the long path only once. */
export function QrCodeCopy({ of, label }: { readonly of: string; readonly label: string }) {
  return (
    <svg shapeRendering="crispEdges" role="img" aria-label={label} className="block aspect-square w-full">
      <use href={`#${of}`} />
    </svg>
  )
}
