// Client: its name and that of the drawing are all that the data of the page then holds of it.
'use client'

/** The same code again, as wide as its place: the drawing is long, so a page holds it once. */
export function QrCodeCopy({ of, label }: { readonly of: string; readonly label: string }) {
  return (
    <svg shapeRendering="crispEdges" role="img" aria-label={label} className="block aspect-square w-full">
      <use href={`#${of}`} />
    </svg>
  )
}
