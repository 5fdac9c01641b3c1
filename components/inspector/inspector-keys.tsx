// Client: handles keys, and scrolls the detail into view if it is below the list.
'use client'

import { useRouter } from 'next/navigation'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
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

/** Up and down move through the rows of the focused list. */
function moveRow(event: KeyboardEvent<HTMLElement>) {
  if (!isArrow(event.key)) return
  const focused = document.activeElement
  const list = focused?.closest('[data-rows]')
  if (!list || !(focused instanceof HTMLElement) || !focused.matches('[data-row]')) return
  const rows = rowsOf(list)
  const next = rows[rows.indexOf(focused) + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/**
 * While nothing has the focus, an arrow key enters the timeline beside the exchange that the page shows, or at that one if
 * there is none beside it. A narrow window has no list beside its detail, so the key scrolls there as everywhere.
 */
function enterTimeline(event: globalThis.KeyboardEvent) {
  const nothing = [document.body, document.getElementById('main')]
  if (!nothing.some((element) => element === document.activeElement) || !window.matchMedia('(width >= 768px)').matches)
    return
  const list = document.querySelector('#timeline-rows')
  const rows = list === null ? [] : rowsOf(list)
  const shown = rows.findIndex((row) => row.ariaCurrent === 'true')
  const next = rows[shown + (event.key === 'ArrowDown' ? 1 : -1)] ?? rows[Math.max(0, shown)]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/**
 * `↑` `↓` move in a list and from the page into the timeline, Enter opens, `f` goes to the next failure. What the whole page
 * listens for can be turned off.
 */
export function InspectorKeys({ failureLinks, failureIndex, shown, children }: InspectorKeysProps) {
  const router = useRouter()
  const enabled = useSyncExternalStore(subscribe, readEnabled, () => true)
  const next = failureLinks[(failureIndex + 1) % Math.max(1, failureLinks.length)]

  useEffect(() => {
    if (!enabled) return
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTyping(event.target)) return
      if (isArrow(event.key)) enterTimeline(event)
      if (event.key !== 'f' || next === undefined) return
      event.preventDefault()
      router.push(next, { scroll: false })
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [enabled, next, router])

  const announcement = useShown(shown)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for keys and clicks that links inside have bubbled up.
    <div onKeyDown={moveRow} onClick={showDetail}>
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
function showDetail({ target }: MouseEvent<HTMLElement>) {
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
 * phone).
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
    bringIntoView()
  }, [shown])
  return announcement
}
