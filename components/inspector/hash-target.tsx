// Client: only the browser sees the fragment of a URL.
'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Follows `#check=…` and `#exchange=…`, and expands the group of checks that the URL names. Renders nothing. */
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
      // The heading of the group is the link that expands it.
      const group = hash === '' ? null : document.getElementById(hash)
      group?.querySelector<HTMLAnchorElement>('h3 > a[aria-expanded=false]')?.click()
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [router, pathname])
  return null
}
