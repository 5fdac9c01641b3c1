// Client: keys, and bringing the detail into view where it is not beside the list.
'use client'

import { useRouter } from 'next/navigation'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

interface InspectorKeysProps {
  /** Addresses of all failures, in order, and which of them is shown (-1 for none). */
  readonly failureLinks: readonly string[]
  readonly failureIndex: number
  /** What the detail shows, for those who do not see it change. */
  readonly shown: string
  readonly children: ReactNode
}

const storageKey = 'wallet-capture.keys'
const subscribe = (changed: () => void) => {
  window.addEventListener('storage', changed)
  return () => window.removeEventListener('storage', changed)
}
const readEnabled = () => {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName))

/** Up and down go through the rows of the list that has the focus. */
function moveRow(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const focused = document.activeElement
  const list = focused?.closest('[data-rows]')
  if (!list || !(focused instanceof HTMLElement) || !focused.matches('[data-row]')) return
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.checkVisibility())
  const next = rows[rows.indexOf(focused) + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** `↑` `↓` move in a list, Enter opens, `f` goes to the next failure. The letter can be switched off. */
export function InspectorKeys({ failureLinks, failureIndex, shown, children }: InspectorKeysProps) {
  const router = useRouter()
  const stored = useSyncExternalStore(subscribe, readEnabled, () => true)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const enabled = chosen ?? stored
  const next = failureLinks[(failureIndex + 1) % Math.max(1, failureLinks.length)]

  useEffect(() => {
    if (!enabled || next === undefined) return
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'f' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      router.push(next, { scroll: false })
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [enabled, next, router])

  const toggle = useCallback(() => {
    setChosen(!enabled)
    try {
      localStorage.setItem(storageKey, enabled ? 'off' : 'on')
    } catch {
      // Storage may be forbidden: the choice then lasts for this page.
    }
  }, [enabled])

  const announcement = useShown(shown)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for keys that links inside have bubbled up.
    <div onKeyDown={moveRow}>
      <p className="mb-2 flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-xs text-ink-3 max-md:hidden">
        <span>
          <Key>↑</Key> <Key>↓</Key> move in a list
        </span>
        <span>
          <Key>Enter</Key> open
        </span>
        <span>
          <Key>f</Key> next failure
        </span>
        <button type="button" onClick={toggle} aria-pressed={enabled} className="link min-h-6">
          {enabled ? 'Switch the key f off' : 'Switch the key f on'}
        </button>
      </p>
      {children}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

function Key({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="rounded-sm border border-b-2 border-line-strong bg-surface px-1.5 py-0.5 text-xs text-ink-2">
      {children}
    </kbd>
  )
}

/** Says what the detail shows once it changed, and scrolls there when it is out of sight (below the lists on a phone). */
function useShown(shown: string): string {
  const first = useRef(true)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    setAnnouncement(`Showing ${shown}`)
    const detail = document.getElementById('detail')
    if (detail === null) return
    const { top, bottom } = detail.getBoundingClientRect()
    if (top < 0 || bottom > window.innerHeight) {
      const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
      detail.closest('section')?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' })
    }
  }, [shown])
  return announcement
}
