// Client: keeps the SVG out of the RSC payload of every page.
'use client'

/** The mark: a viewfinder around a check strip. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 shrink-0">
      <path
        d="M1.500 6V1.500H6M14 1.500h4.500V6M18.500 14v4.500H14M6 18.500H1.500V14"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.800"
      />
      <path d="M6 13V9.500M9 13V7M12 13V5" fill="none" stroke="currentColor" strokeWidth="1.800" />
      <path d="M15 13V9.500" fill="none" strokeWidth="1.800" className="stroke-accent-mark" />
    </svg>
  )
}
