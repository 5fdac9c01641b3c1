// Client: keeps the RSC payload small; a detail has several parts, some with dozens of cases.
'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import type { OfficialCase } from '@/lib/core/campaigns/official-cases/official-case'
import { isObject, type Json, type JsonObject } from '@/lib/core/shared/values/json'
import { JsonTree } from '../ui/json-tree'
import { JsonValue } from '../ui/json-value'
import { Verdict, VerdictCount } from '../ui/verdict'
import type { ShownStatus } from '../ui/verdict-styles'
import type { DetailTab } from './model/flow-model'

/** One section of the detail pane. */
export function DetailSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line p-4">
      <h3 className="text-sm font-[550] tracking-normal text-ink-2">{title}</h3>
      {children}
    </div>
  )
}

interface DetailTabsProps {
  readonly tabs: readonly (DetailTab & { readonly href: string })[]
  readonly chosen: string
  /** Failed checks and warnings of the exchange. */
  readonly fail: number
  readonly warn: number
}

/** Tabs of one exchange. They are links, so each has a URL. */
export function DetailTabs({ tabs, chosen, fail, warn }: DetailTabsProps) {
  return (
    <nav aria-label="Parts of the exchange" className="detail-tabs">
      {tabs.map(({ id, label, href }, index) => (
        <Link
          key={id}
          href={href}
          scroll={false}
          prefetch={false}
          data-key={index + 1}
          aria-current={id === chosen ? 'page' : undefined}
          className={cn(
            'detail-tab',
            id === chosen ? 'border-accent-mark text-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {label}
          {id === 'checks' && fail > 0 && <VerdictCount status="fail" count={fail} />}
          {id === 'checks' && warn > 0 && <VerdictCount status="warn" count={warn} />}
        </Link>
      ))}
    </nav>
  )
}

/** Official cases linked to their texts, collapsed. */
export function CaseList({
  edition,
  cases,
}: {
  readonly edition: string
  readonly cases: readonly (Pick<OfficialCase, 'id' | 'objective'> & { readonly url: string })[]
}) {
  return (
    <details className="text-sm text-ink-2">
      <summary className="chevron flex min-h-10 items-center gap-x-2">
        Decides {cases.length} {cases.length === 1 ? 'case' : 'cases'} of the European framework here, edition {edition}
      </summary>
      <ul className="grid gap-1.5 pt-1">
        {cases.map((one) => (
          <li key={one.id} className="grid gap-0.5">
            <span>{one.objective}</span>
            <a className="link target wire text-xs [overflow-wrap:anywhere]" href={one.url}>
              {one.id}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

const isText = (value: Json): value is string => typeof value === 'string'

/** Most characters of a value that are shown before it is opened. */
const shownMax = 80
/** Characters shown before a difference. */
const leadMax = 24

/** The part of a text to show: all of a short one, otherwise what is around a place in it. */
export function partAround(text: string, at: number): { readonly from: number; readonly to: number } {
  if (text.length <= shownMax) return { from: 0, to: text.length }
  const from = Math.max(0, Math.min(at - leadMax, text.length - shownMax))
  return { from, to: from + shownMax }
}

interface WireTextProps {
  readonly text: string
  /** Where it differs, in characters; nothing is marked if `differsFrom` is not below `differsTo`. */
  readonly differsFrom: number
  readonly differsTo: number
}

/** A text with its difference marked. Of a long one the part around it, with the whole behind a disclosure. */
function WireText({ text, differsFrom, differsTo }: WireTextProps) {
  const { from, to } = partAround(text, differsFrom)
  const [start, end] = [Math.min(differsFrom, to), Math.min(differsTo, to)]
  return (
    <>
      <span className="wire">
        {from > 0 && '…'}
        {text.slice(from, start)}
        {start < end && <mark className="differing">{text.slice(start, end)}</mark>}
        {text.slice(Math.max(start, end), to)}
        {to < text.length && '…'}
      </span>
      {to - from < text.length && (
        <details>
          <summary className="chevron flex min-h-6 items-center text-ink-2">
            The whole value, {text.length} characters
          </summary>
          <span className="wire">{text}</span>
        </details>
      )}
    </>
  )
}

/** A member that differs, by its name; `null` if there is not exactly one. */
const onlyMember = (value: JsonObject, names: readonly string[]): Json =>
  names.length === 1 ? (value[names[0] ?? ''] ?? null) : null

/**
 * Of two objects the members of both that differ, so that a reader need not compare the rest; otherwise the values as
 * they are. `member`: the name of the only one.
 */
export function whatDiffers(
  expected: Json,
  sent: Json,
): { readonly expected: Json; readonly sent: Json; readonly member: string | null } {
  if (!isObject(expected) || !isObject(sent)) return { expected, sent, member: null }
  const names = Object.keys(expected).filter(
    (name) => name in sent && JSON.stringify(expected[name]) !== JSON.stringify(sent[name]),
  )
  if (names.length === 0) return { expected, sent, member: null }
  const [one, other] = [onlyMember(expected, names), onlyMember(sent, names)]
  if (one !== null && other !== null) return { expected: one, sent: other, member: names[0] ?? null }
  const pick = (value: JsonObject) => Object.fromEntries(names.map((name) => [name, value[name] ?? null]))
  return { expected: pick(expected), sent: pick(sent), member: null }
}

interface ExpectedAndSentProps {
  readonly expected: Json
  readonly sent: Json
  /** Only what differs, and of a long object its beginning. */
  readonly brief?: boolean
}

/** Expected value beside the one that was sent. For two strings only the difference is marked. */
export function ExpectedAndSent({ brief = false, ...whole }: ExpectedAndSentProps) {
  const { expected, sent, member } = brief ? whatDiffers(whole.expected, whole.sent) : { ...whole, member: null }
  const split = isText(expected) && isText(sent) ? differenceFrom(expected, sent) : null
  const start = split?.before.length ?? 0
  const named = member !== null && <span className="wire block text-ink-2">{member}</span>
  return (
    <dl
      data-difference=""
      className="grid grid-cols-[86px_minmax(0,1fr)] overflow-hidden rounded-md border border-line text-sm"
    >
      {expected !== null && (
        <>
          <dt className="bg-sunk px-2.5 py-2 text-ink-2">Expected</dt>
          <dd className="px-2.5 py-2 text-xs/[1.65]">
            {named}
            {isText(expected) ? (
              <WireText text={expected} differsFrom={start} differsTo={start} />
            ) : (
              <WireValue value={expected} brief={brief} />
            )}
          </dd>
        </>
      )}
      {sent !== null && (
        <>
          <dt className="border-t border-line bg-sunk px-2.5 py-2 text-ink-2 first:border-t-0">Sent</dt>
          <dd className="border-t border-line px-2.5 py-2 text-xs/[1.65] [dt:first-child+&]:border-t-0">
            {named}
            {isText(sent) ? (
              <WireText text={sent} differsFrom={start} differsTo={start + (split?.differs.length ?? 0)} />
            ) : (
              <WireValue value={sent} brief={brief} />
            )}
          </dd>
        </>
      )}
    </dl>
  )
}

/** A value that is no text: as a tree, or in brief the beginning of it. */
function WireValue({ value, brief }: { readonly value: Json; readonly brief: boolean }) {
  if (typeof value !== 'object') return <JsonValue name="" value={value} plain />
  const text = JSON.stringify(value)
  if (!brief || text.length <= shownMax) return <JsonTree value={value} />
  return (
    <details>
      <summary className="chevron wire min-h-6">{text.slice(0, shownMax)}…</summary>
      <JsonTree value={value} />
    </details>
  )
}

interface Difference {
  readonly before: string
  readonly differs: string
  readonly after: string
}

const delimiters = /[/:.?&=#+_\s-]/

/**
 * Part of `seen` that is not in `expected`, extended to whole words. Strings with less than a third in common differ as
 * a whole, because marking single letters would not help.
 */
export function differenceFrom(expected: string, seen: string): Difference {
  const most = Math.min(expected.length, seen.length)
  let start = 0
  while (start < most && expected[start] === seen[start]) start += 1
  let end = 0
  while (end < most - start && expected.at(-1 - end) === seen.at(-1 - end)) end += 1
  if (start + end < seen.length / 3) return { before: '', differs: seen, after: '' }
  // Extend a difference inside a word to the whole word.
  while (
    start > 0 &&
    start < seen.length &&
    !delimiters.test(seen[start] ?? '') &&
    !delimiters.test(seen[start - 1] ?? '')
  )
    start -= 1
  while (end > 0 && !delimiters.test(seen.at(-end) ?? '') && !delimiters.test(seen.at(-1 - end) ?? '')) end -= 1
  return {
    before: seen.slice(0, start),
    differs: seen.slice(start, seen.length - end),
    after: seen.slice(seen.length - end),
  }
}

interface FindingRowProps {
  readonly status: ShownStatus
  /** The problem, or the check's title. */
  readonly words: string
  readonly hint: string | null
  /** Whether the request came after the session's end. */
  readonly late: boolean
  readonly href: string
}

/** Renders a `FindingLine` from plain values. */
export function FindingRow({ status, words, hint, late, href }: FindingRowProps) {
  return (
    <li className="grid grid-cols-[144px_minmax(0,1fr)] gap-x-3 text-sm max-md:grid-cols-1">
      <Verdict status={status} />
      <div>
        <Link href={href} scroll={false} prefetch={false} className="target [overflow-wrap:anywhere] hover:underline">
          {words}
        </Link>
        {late && <p className="text-ink-3">After the session ended, not counted.</p>}
        {hint && <p className="text-ink-2">{hint}</p>}
      </div>
    </li>
  )
}
