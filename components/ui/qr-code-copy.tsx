// Client: keeps the RSC payload small.
'use client'

/** The same code again at the width of its container; the page contains the long drawing only once. */
export function QrCodeCopy({ of, label }: { readonly of: string; readonly label: string }) {
  return (
    <svg shapeRendering="crispEdges" role="img" aria-label={label} className="block aspect-square w-full">
      <use href={`#${of}`} />
    </svg>
  )
}
