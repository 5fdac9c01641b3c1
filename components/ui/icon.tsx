// Client: a page draws a hundred icons, and a name is all that the data of the page then holds of each.
'use client'

import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

/** Strokes on a 16 by 16 grid. The knocked-out part of a filled icon takes the colour of the surface. */
const drawings = {
  pass: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" stroke="none" />
      <path d="m4.700 8.200 2.300 2.300 4.300-4.900" className="stroke-surface" />
    </>
  ),
  fail: (
    <>
      <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" fill="currentColor" stroke="none" />
      <path d="m5.500 5.500 5 5m0-5-5 5" className="stroke-surface" />
    </>
  ),
  warn: (
    <>
      <path d="M8 1.500 15.200 14.300H.8z" fill="currentColor" strokeWidth="1" />
      <path d="M8 6v3.700M8 12v.1" className="stroke-surface" />
    </>
  ),
  unseen: <circle cx="8" cy="8" r="6.200" strokeDasharray="2.600 2.300" />,
  absent: <path d="M4 8h8" />,
  current: <circle cx="8" cy="8" r="3" fill="currentColor" stroke="none" />,
  copy: (
    <>
      <rect x="5.500" y="5.500" width="8" height="8" rx="1.500" />
      <path d="M10.500 5.500V4A1.500 1.500 0 0 0 9 2.500H4A1.500 1.500 0 0 0 2.500 4v5A1.500 1.500 0 0 0 4 10.500h1.500" />
    </>
  ),
  external: <path d="M6 3.500H3.500v9h9V10M9 3h4v4M13 3 7.500 8.500" />,
  down: <path d="m4 6.200 4 4 4-4" />,
  left: <path d="m10 4-4 4 4 4" />,
  right: <path d="m6 4 4 4-4 4" />,
  arrow: <path d="M3 8h10M9 4l4 4-4 4" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.500" />
      <path d="m10.500 10.500 3 3" />
    </>
  ),
  sun: (
    <>
      <circle cx="8" cy="8" r="3" />
      <path d="M8 1.500v1.600M8 12.900v1.600M1.500 8h1.600M12.900 8h1.600M3.400 3.400l1.100 1.100M11.500 11.500l1.100 1.100M3.400 12.600l1.100-1.100M11.500 4.500l1.100-1.100" />
    </>
  ),
  moon: <path d="M13.500 9.800A6 6 0 0 1 6.200 2.500a6 6 0 1 0 7.300 7.300z" />,
  system: (
    <>
      <rect x="1.800" y="2.800" width="12.400" height="8.400" rx="1.200" />
      <path d="M6 13.500h4" />
    </>
  ),
  redo: <path d="M13 8a5 5 0 1 1-1.600-3.700M13 2v3h-3" />,
  lock: (
    <>
      <rect x="3.500" y="7" width="9" height="6.500" rx="1.200" />
      <path d="M5.500 7V5a2.500 2.500 0 0 1 5 0v2" />
    </>
  ),
  phone: (
    <>
      <rect x="4.500" y="1.500" width="7" height="13" rx="1.500" />
      <path d="M7.300 12.300h1.400" />
    </>
  ),
  play: <path d="M4.500 2.800v10.400L13 8z" />,
  pause: <path d="M5.500 3.500v9M10.500 3.500v9" />,
  wallet: (
    <>
      <rect x="1.800" y="4" width="12.400" height="9" rx="1.500" />
      <path d="M1.800 7h12.400M10.500 10.200h1.500" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6.500" />
      <path d="M8 7.300v3.900M8 4.800v.1" />
    </>
  ),
  person: (
    <>
      <circle cx="8" cy="5.200" r="2.700" />
      <path d="M2.800 13.800c.6-2.800 2.600-4.300 5.200-4.300s4.600 1.500 5.200 4.300" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="6.300" />
      <path d="M8 4.500V8l2.400 1.600" />
    </>
  ),
  branch: (
    <>
      <circle cx="4.500" cy="3.500" r="1.600" />
      <circle cx="4.500" cy="12.500" r="1.600" />
      <circle cx="11.500" cy="5" r="1.600" />
      <path d="M4.500 5.100v5.800M11.500 6.600c0 2.400-4 2.200-6.400 4.600" />
    </>
  ),
  sort: <path d="m5 6.300 3-3 3 3M5 9.700l3 3 3-3" />,
  download: <path d="M8 2.500v7.500m0 0 3-3m-3 3-3-3M3 13h10" />,
  filter: <path d="M2.500 4h11M4.500 8h7M6.500 12h3" />,
  close: <path d="m4 4 8 8m0-8-8 8" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

/** A decorative drawing: the words beside it carry the meaning, so it is hidden from assistive technology. */
export function Icon({ name, className }: { readonly name: IconName; readonly className?: string | undefined }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={cn('icon', className ?? 'size-4')}>
      {drawings[name]}
    </svg>
  )
}
