// Client: handles keys, and scrolls the detail into view if it is below the list.
'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore, useTransition } from 'react'
import { readEnabled, subscribe } from './key-setting'

interface InspectorKeysProps {
  /** URLs of all failures, in order, and the index of the one shown (-1 for none). */
  readonly failureLinks: readonly string[]
  readonly failureIndex: number
  /** What the detail shows, for screen readers. */
  readonly shown: string
  readonly children: ReactNode
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName))

/** The rows of a list that can be seen. */
const rowsOf = (list: Element): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.checkVisibility())

const isArrow = (key: string): boolean => key === 'ArrowDown' || key === 'ArrowUp'

/** The row beside the focused one of a list, in the direction of an arrow key; `null` if there is none. */
function rowBeside(key: string): HTMLElement | null {
  const focused = document.activeElement
  const list = focused?.closest('[data-rows]')
  if (!list || !(focused instanceof HTMLElement) || !focused.matches('[data-row]')) return null
  const rows = rowsOf(list)
  return rows[rows.indexOf(focused) + (key === 'ArrowDown' ? 1 : -1)] ?? null
}

/**
 * The row by which an arrow key enters the timeline while nothing has the focus: the one beside the exchange that the page shows,
 * or that one if there is none beside it; `null` where the key scrolls as everywhere. A narrow window has no list beside its
 * detail, and a reader who has scrolled past the timeline does not want it back.
 */
function entryToTimeline(key: string): HTMLElement | null {
  const nothing = [document.body, document.getElementById('main')]
  if (!nothing.some((element) => element === document.activeElement) || !window.matchMedia('(width >= 768px)').matches)
    return null
  const list = document.querySelector('#timeline-rows')
  if (list === null) return null
  const { top, bottom } = list.getBoundingClientRect()
  if (bottom < 0 || top > window.innerHeight) return null
  const rows = rowsOf(list)
  const shown = rows.findIndex((row) => row.ariaCurrent === 'true')
  return rows[shown + (key === 'ArrowDown' ? 1 : -1)] ?? rows[Math.max(0, shown)] ?? null
}

/** True for an exchange of the timeline: the page shows the one that has the focus. */
const isExchange = (row: Element | null): row is HTMLElement =>
  row instanceof HTMLElement && row.matches('#timeline-rows [data-row]')

/** How long the focus rests on an exchange before the page shows it, in milliseconds: who holds a key passes many. */
const restMillis = 120

/**
 * `↑` `↓` move in a list and from the page into the timeline, whose exchange the page then shows; Enter opens, `f` goes to the
 * next failure. Keys that follow each other faster than the page can end where the last one leads. What the whole page listens
 * for can be turned off.
 */
export function InspectorKeys({ failureLinks, failureIndex, shown, children }: InspectorKeysProps) {
  const router = useRouter()
  const enabled = useSyncExternalStore(subscribe, readEnabled, () => true)
  const [isGoing, startGoing] = useTransition()
  /** The failure that the last key asked for, which the page may not show yet. */
  const asked = useRef(failureIndex)
  const resting = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    if (!isGoing) asked.current = failureIndex
  }, [failureIndex, isGoing])
  const forget = useCallback(() => {
    if (resting.current !== null) clearTimeout(resting.current)
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
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTyping(event.target)) return
      const entry = isArrow(event.key) ? entryToTimeline(event.key) : null
      if (entry !== null) {
        event.preventDefault()
        focus(entry)
      }
      const index = (asked.current + 1) % Math.max(1, failureLinks.length)
      const next = failureLinks[index]
      if (event.key !== 'f' || next === undefined) return
      event.preventDefault()
      forget()
      asked.current = index
      startGoing(() => router.push(next, { scroll: false }))
      bringIntoView()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [enabled, failureLinks, focus, forget, router])

  // Another way than the arrows may have led to another exchange: the focus goes along, for they go on from there.
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

/**
 * Brings the detail into view for a link that leads there, even if it already shows the target, which changes nothing.
 */
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
 * Announces what the detail shows when it changes, and scrolls to it if it is out of sight (below the lists on a
 * phone); not while the arrow keys go through the timeline, which would run away from under them.
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
