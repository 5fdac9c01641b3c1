// Client: keeps the SVGs out of the RSC payload; a page has about a hundred icons.
'use client'

import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

/** Strokes on a 16 by 16 grid. The cut-out of a filled icon takes the colour of the surface. */
const drawings = {
  pass: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" stroke="none" />
      <path d="m4.7 8.2 2.3 2.3 4.3-4.9" className="stroke-surface" />
    </>
  ),
  fail: (
    <>
      <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" fill="currentColor" stroke="none" />
      <path d="m5.5 5.5 5 5m0-5-5 5" className="stroke-surface" />
    </>
  ),
  warn: (
    <>
      <path d="M8 1.5 15.2 14.3H.8z" fill="currentColor" strokeWidth="1" />
      <path d="M8 6v3.7M8 12v.1" className="stroke-surface" />
    </>
  ),
  unseen: <circle cx="8" cy="8" r="6.2" strokeDasharray="2.6 2.3" />,
  absent: <path d="M4 8h8" />,
  current: <circle cx="8" cy="8" r="3" fill="currentColor" stroke="none" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </>
  ),
  external: <path d="M6 3.5H3.5v9h9V10M9 3h4v4M13 3 7.5 8.5" />,
  down: <path d="m4 6.2 4 4 4-4" />,
  left: <path d="m10 4-4 4 4 4" />,
  right: <path d="m6 4 4 4-4 4" />,
  arrow: <path d="M3 8h10M9 4l4 4-4 4" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3 3" />
    </>
  ),
  sun: (
    <>
      <circle cx="8" cy="8" r="3" />
      <path d="M8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1" />
    </>
  ),
  moon: <path d="M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z" />,
  system: (
    <>
      <rect x="1.8" y="2.8" width="12.4" height="8.4" rx="1.2" />
      <path d="M6 13.5h4" />
    </>
  ),
  redo: <path d="M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3" />,
  lock: (
    <>
      <rect x="3.5" y="7" width="9" height="6.5" rx="1.2" />
      <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
    </>
  ),
  picture: (
    <>
      <rect x="1.8" y="3" width="12.4" height="10" rx="1.2" />
      <path d="m3 11.5 3.2-3.4 2.3 2.3 1.8-1.6 2.7 2.7M10.7 6h.1" />
    </>
  ),
  phone: (
    <>
      <rect x="4.5" y="1.5" width="7" height="13" rx="1.5" />
      <path d="M7.3 12.3h1.4" />
    </>
  ),
  play: <path d="M4.5 2.8v10.4L13 8z" />,
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" />,
  wallet: (
    <>
      <rect x="1.8" y="4" width="12.4" height="9" rx="1.5" />
      <path d="M1.8 7h12.4M10.5 10.2h1.5" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6.5" />
      <path d="M8 7.3v3.9M8 4.8v.1" />
    </>
  ),
  person: (
    <>
      <circle cx="8" cy="5.2" r="2.7" />
      <path d="M2.8 13.8c.6-2.8 2.6-4.3 5.2-4.3s4.6 1.5 5.2 4.3" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="6.3" />
      <path d="M8 4.5V8l2.4 1.6" />
    </>
  ),
  branch: (
    <>
      <circle cx="4.5" cy="3.5" r="1.6" />
      <circle cx="4.5" cy="12.5" r="1.6" />
      <circle cx="11.5" cy="5" r="1.6" />
      <path d="M4.5 5.1v5.8M11.5 6.6c0 2.4-4 2.2-6.4 4.6" />
    </>
  ),
  sort: <path d="m5 6.3 3-3 3 3M5 9.7l3 3 3-3" />,
  download: <path d="M8 2.5v7.5m0 0 3-3m-3 3-3-3M3 13h10" />,
  upload: <path d="M8 10V2.5m0 0 3 3m-3-3-3 3M3 13h10" />,
  filter: <path d="M2.5 4h11M4.5 8h7M6.5 12h3" />,
  close: <path d="m4 4 8 8m0-8-8 8" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

/** A decorative icon, hidden from assistive technology: the text beside it carries the meaning. */
export function Icon({ name, className }: { readonly name: IconName; readonly className?: string | undefined }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={cn('icon', className ?? 'size-4')}>
      {drawings[name]}
    </svg>
  )
}
