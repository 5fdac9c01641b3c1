// Client: renders its contents only when opened, and only the browser sees the fragment of a URL.
'use client'

import { usePathname, useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'

const Unfolded = createContext<string | null>(null)

interface UnfoldedAtProps {
  /** URL of the page with the content expanded; `null` if this is it. */
  readonly href: string | null
  readonly children: ReactNode
}

/** Points readers without JavaScript to the collapsed content. */
export function UnfoldedAt({ href, children }: UnfoldedAtProps) {
  return <Unfolded value={href}>{children}</Unfolded>
}

interface FoldedProps {
  readonly title: string
  readonly children: ReactNode
}

/**
 * Disclosure that renders its contents only when opened: most readers open none, and a decoded credential is as long as
 * the rest of its panel. Without JavaScript it links to a page with the contents.
 */
export function Folded({ title, children }: FoldedProps) {
  const href = useContext(Unfolded)
  const [drawn, setDrawn] = useState(href === null)
  const element = useRef<HTMLDetailsElement>(null)
  // It may have been opened before the scripts ran.
  useEffect(() => {
    if (element.current?.open) setDrawn(true)
  }, [])
  return (
    <details ref={element} onToggle={({ currentTarget }) => currentTarget.open && setDrawn(true)}>
      <summary className="chevron flex items-center text-sm">{title}</summary>
      {drawn || href === null ? (
        <div className="mt-2">{children}</div>
      ) : (
        <noscript>
          <p className="mt-2 text-sm">
            <a className="link" href={href}>
              Show what is folded on this page
            </a>
          </p>
        </noscript>
      )}
    </details>
  )
}

interface ShelfProps {
  readonly title: string
  /** Whether what the address asks for is in it. It stays as the reader left it otherwise. */
  readonly open: boolean
  /** Whether paper shows it although it is folded. */
  readonly onPaper?: boolean
  readonly children: ReactNode
}

/** What most readers do not need, folded. */
export function Shelf({ title, open, onPaper = false, children }: ShelfProps) {
  const [initial] = useState(open)
  const element = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (open && element.current !== null) element.current.open = true
  }, [open])
  return (
    <details
      ref={element}
      open={initial}
      data-shelf=""
      className={onPaper ? 'unfolded-on-paper' : 'print:not-open:hidden'}
    >
      <summary className="chevron flex min-h-10 items-center text-sm text-ink-2">{title}</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-4">{children}</div>
    </details>
  )
}

/** Follows `#check=…` and `#exchange=…`, and expands the group that the URL names. Renders nothing. */
export function HashTarget() {
  const router = useRouter()
  const pathname = usePathname()
  useEffect(() => {
    const follow = () => {
      const hash = window.location.hash.slice(1)
      const named = new URLSearchParams(hash)
      const query = new URLSearchParams()
      for (const name of ['check', 'exchange']) {
        const value = named.get(name)
        if (value) query.set(name, value)
      }
      if (query.size > 0) return router.replace(`${pathname}?${query}`, { scroll: false })
      // The group's heading is the link that expands it.
      const group = hash === '' ? null : document.getElementById(hash)
      for (let fold = group?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true
      group?.querySelector<HTMLAnchorElement>('h3 > a[aria-expanded=false]')?.click()
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [router, pathname])
  return null
}
