// Client: searches as you type. Without JavaScript the form submits to the server.
'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { type CheckCatalogueTarget, paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'

/** Full-text search of the catalogue. Keeps the other filters. */
export function CatalogueSearch({ target }: { readonly target: CheckCatalogueTarget }) {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const typed = useRef<string>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { q, ...others } = target
  const search = () => {
    clearTimeout(timer.current)
    if (typed.current === undefined) return
    router.replace(paths.checks({ ...target, q: typed.current }), { scroll: false })
    typed.current = undefined
  }
  const searchSoon = (text: string) => {
    clearTimeout(timer.current)
    typed.current = text
    timer.current = setTimeout(search, 250)
  }
  return (
    <search>
      <form action={paths.checks()} className="flex gap-2 p-3 md:px-4">
        {Object.entries(others).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <span className="flex h-(--control-size) min-w-0 flex-1 items-center gap-2 rounded-md border border-control px-2.5 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent-mark">
          <Icon name="search" className="size-3.5 text-ink-3" />
          <input
            name="q"
            type="search"
            aria-label="Title, id, clause or error code"
            placeholder="Title, id, clause or error code"
            defaultValue={q ?? ''}
            onChange={(event) => searchSoon(event.target.value)}
            // A pending search would undo the navigation of a link clicked right after typing, so search now.
            onBlur={search}
            className="h-full w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-3"
          />
        </span>
        <noscript>
          <button type="submit" className={buttonClass()}>
            Search
          </button>
        </noscript>
      </form>
    </search>
  )
}
