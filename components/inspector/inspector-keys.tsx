// Client: handles keys, which can be turned off, and scrolls the detail into view if it is below the list.
'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore, useTransition } from 'react'

const storageKey = 'wallet-capture.keys'

const listeners = new Set<() => void>()

/** Choice while storage is unavailable; lasts for this page only. */
let chosen: boolean | null = null

/**
 * Whether single-key shortcuts are on: the letter, and the arrows outside lists. Users may need these keys for
 * assistive software or scrolling. WCAG 2.2, 2.1.4
 */
function readEnabled(): boolean {
  if (chosen !== null) return chosen
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Turns the shortcuts on or off for this browser. */
function setEnabled(enabled: boolean): void {
  chosen = enabled
  try {
    localStorage.setItem(storageKey, enabled ? 'on' : 'off')
  } catch {
    // Storage may be blocked: see `chosen`.
  }
  for (const listener of listeners) listener()
}

/** Calls back when the setting changes, in this tab or another. */
function subscribe(changed: () => void): () => void {
  const fromElsewhere = () => {
    chosen = null
    changed()
  }
  listeners.add(changed)
  window.addEventListener('storage', fromElsewhere)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', fromElsewhere)
  }
}

interface InspectorKeysProps {
  /** URLs of all failures and warnings in order, and the index of the current one (-1 for none). */
  readonly failureLinks: readonly string[]
  readonly failureIndex: number
  /** Description of the detail for screen readers. */
  readonly shown: string
  readonly children: ReactNode
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName))

/** Visible rows of a list. */
const rowsOf = (list: Element): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.checkVisibility())

const isArrow = (key: string): boolean => key === 'ArrowDown' || key === 'ArrowUp'

/** The row next to the focused one in an arrow key's direction; `null` if there is none. */
function rowBeside(key: string): HTMLElement | null {
  const focused = document.activeElement
  const list = focused?.closest('[data-rows]')
  if (!list || !(focused instanceof HTMLElement) || !focused.matches('[data-row]')) return null
  const rows = rowsOf(list)
  return rows[rows.indexOf(focused) + (key === 'ArrowDown' ? 1 : -1)] ?? null
}

/**
 * Row by which an arrow key enters the timeline when nothing has focus: the neighbour of the exchange shown, or that
 * exchange itself. `null` where the key should scroll: in a narrow window the detail is below the list, and a reader
 * who has scrolled past the timeline does not want it back.
 */
function entryToTimeline(key: string): HTMLElement | null {
  const focused = document.activeElement
  const isNothing = focused === document.body || focused?.id === 'main'
  if (!isNothing || !window.matchMedia('(width >= 768px)').matches) return null
  const list = document.querySelector('#timeline-rows')
  if (list === null) return null
  const { top, bottom } = list.getBoundingClientRect()
  if (bottom < 0 || top > window.innerHeight) return null
  const rows = rowsOf(list)
  const shown = rows.findIndex((row) => row.ariaCurrent === 'true')
  return rows[shown + (key === 'ArrowDown' ? 1 : -1)] ?? rows[Math.max(0, shown)] ?? null
}

/** True for an exchange row: focusing one shows it. */
const isExchange = (row: Element | null): row is HTMLElement =>
  row instanceof HTMLElement && row.matches('#timeline-rows [data-row]')

/** The element that a key stands for; `null` for none. */
const elementOf = (key: string) => document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)

/** Does what a click on the element would do. A field to type in gets the focus, out of what is folded. */
function use(named: HTMLElement): void {
  if (named.matches('input')) {
    const folded = named.closest('details')
    if (folded) folded.open = true
    named.focus()
  } else named.click()
}

/** The key before, if it is the first of two. */
let prefix = ''

/** How long focus must rest on an exchange before it is shown, in milliseconds; holding a key passes many. */
const restMillis = 120

/**
 * `↑` `↓` move within a list and from the page into the timeline, whose focused exchange is shown; Enter opens, `f`
 * goes to the next failure or warning. Keys pressed faster than pages load lead to the last target. Every other key
 * presses the element that has it as `data-key`; two letters stand for one key after the other. Page-wide shortcuts can
 * be turned off.
 */
export function InspectorKeys({ failureLinks, failureIndex, shown, children }: InspectorKeysProps) {
  const router = useRouter()
  const enabled = useSyncExternalStore(subscribe, readEnabled, () => true)
  const [isGoing, startGoing] = useTransition()
  /** Failure requested by the last key; the page may not show it yet. */
  const asked = useRef(failureIndex)
  const resting = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    if (!isGoing) asked.current = failureIndex
  }, [failureIndex, isGoing])
  const forget = useCallback(() => {
    clearTimeout(resting.current ?? undefined)
    resting.current = null
  }, [])
  useEffect(() => forget, [forget])

  const focus = useCallback(
    (row: HTMLElement) => {
      row.focus()
      if (!isExchange(row)) return
      forget()
      resting.current = setTimeout(() => {
        resting.current = null
        const href = row.getAttribute('href')
        if (href !== null) startGoing(() => router.replace(href, { scroll: false }))
      }, restMillis)
    },
    [forget, router],
  )

  useEffect(() => {
    if (!enabled) return
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const entry = isArrow(event.key) ? entryToTimeline(event.key) : null
      const named = elementOf(prefix + event.key)
      prefix = event.key === 'g' ? 'g' : ''
      const index = (asked.current + 1) % Math.max(1, failureLinks.length)
      const next = event.key === 'f' ? failureLinks[index] : undefined
      if (entry ?? named ?? next) event.preventDefault()
      if (entry) focus(entry)
      if (named) use(named)
      if (next === undefined) return
      forget()
      asked.current = index
      startGoing(() => router.push(next, { scroll: false }))
      bringIntoView()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [enabled, failureLinks, focus, forget, router])

  // Something other than the arrow keys may have changed the exchange. Move focus there, so the arrows continue from
  // it.
  useEffect(() => {
    const focused = document.activeElement
    if (isGoing || resting.current !== null || !isExchange(focused) || focused.ariaCurrent === 'true') return
    document.querySelector<HTMLElement>('#timeline-rows [aria-current=true]')?.focus({ preventScroll: true })
  }, [isGoing])

  const announcement = useShown(shown)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for keys and clicks that links inside have bubbled up.
    <div
      onKeyDown={(event) => {
        const next = isArrow(event.key) ? rowBeside(event.key) : null
        if (next === null) return
        event.preventDefault()
        focus(next)
      }}
      onClick={({ target }) => {
        forget()
        showDetail(target)
      }}
    >
      {children}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

/** Scrolls to the detail for a link that targets it, even if it is already shown and nothing else changes. */
function showDetail(target: EventTarget) {
  if (target instanceof Element && target.closest('a[data-row], a[data-detail]') !== null) bringIntoView()
}

/** Scrolls to the detail if it is out of sight (below the lists on a phone). */
function bringIntoView() {
  const detail = document.getElementById('detail')
  if (detail === null) return
  const { top, bottom } = detail.getBoundingClientRect()
  if (top >= 0 && bottom <= window.innerHeight) return
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  detail.closest('section')?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' })
}

/**
 * Announces the detail when it changes, and scrolls to it if it is out of sight (below the lists on a phone). Does not
 * scroll while arrow keys move through the timeline.
 */
function useShown(shown: string): string {
  const first = useRef(true)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    setAnnouncement(`Showing ${shown}`)
    if (!isExchange(document.activeElement)) bringIntoView()
  }, [shown])
  return announcement
}

/** Turns the keys off and on for this browser. */
export function KeySwitch() {
  const enabled = useSyncExternalStore(subscribe, readEnabled, () => true)
  const next = enabled ? 'off' : 'on'
  return (
    <button
      type="button"
      onClick={() => setEnabled(!enabled)}
      aria-label={`Turn ${next} these keys`}
      className="link min-h-6 min-w-6"
    >
      {next}
    </button>
  )
}
