import { memo } from 'react'
import { cn } from '@/lib/cn'
import { type BoardView, boardQuery, changeView, defaultView } from '@/lib/core/scoreboard/rows/board-view'
import type { FacetChoice, FacetName } from '@/lib/core/scoreboard/rows/filter-rows'
import { firstOrder, type RowOrder } from '@/lib/core/scoreboard/rows/order-rows'
import { countWords } from '@/lib/core/scoreboard/rows/row-words'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { boardSorts, sortOf } from './board-columns'

interface BoardFiltersProps {
  readonly view: BoardView
  readonly facets: Readonly<Record<FacetName, readonly FacetChoice[]>>
  readonly total: number
  readonly all: number
  /** Whether all rows are loaded; until then the form is submitted as without JavaScript. */
  readonly isReady: boolean
  /** Shows another view without leaving the page. */
  readonly onChange: (view: BoardView) => void
  /** Handles a click on a link to a view. */
  readonly onFollow: (view: BoardView, event: React.MouseEvent) => void
  readonly children: React.ReactNode
}

const facetWords: Readonly<Record<FacetName, string>> = {
  wallet: 'Wallet',
  issuer: 'Issuer',
  verifier: 'Verifier',
  suite: 'Suite',
  runner: 'Runner',
  org: 'Organisation',
}
const facetNames = Object.keys(facetWords) as FacetName[]
const bounds = {
  min_rate: { words: 'Success rate', unit: ' %', choices: [50, 70, 90, 100] },
  min_runs: { words: 'Runs', unit: '', choices: [3, 10, 100, 1000] },
} as const
type Bound = keyof typeof bounds
const boundNames = Object.keys(bounds) as Bound[]
const selectClass = 'h-(--control-size) max-w-full min-w-0 rounded-md border border-control bg-surface px-2 text-sm'

/** An order in words, e.g. `Success rate, highest first`. */
export function orderWords({ by, descending }: RowOrder): string {
  const { header, ends: [up, down] = ['A to Z', 'Z to A'] } = sortOf(by)
  return `${header}, ${descending ? down : up}`
}

const sortValue = ({ by, descending }: RowOrder): string => `${descending ? '-' : ''}${by}`
const orders: readonly RowOrder[] = boardSorts.flatMap((sort) => {
  const first = firstOrder(sort)
  return [first, { ...first, descending: !first.descending }]
})

/** Always visible on a wide screen, on demand on a narrow one. */
const choicesClass =
  'contents max-md:hidden max-md:w-full max-md:grid-cols-2 max-md:gap-2 max-md:in-[form:has(#board-more:checked)]:grid'

/** Search, filters, order, and active filters. A form, so it works without JavaScript too. */
export function BoardFilters({ view, facets, total, all, isReady, onChange, onFollow, children }: BoardFiltersProps) {
  const change = (part: Partial<BoardView>) => onChange(changeView(view, part))
  const chips = chipsOf(view, facets)
  const cleared = { ...defaultView, order: view.order, size: view.size, hidesEmpty: view.hidesEmpty }
  return (
    <search>
      <form
        method="get"
        action={paths.scoreboard()}
        onSubmit={(event) => isReady && event.preventDefault()}
        className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2.5"
      >
        <span className="flex h-(--control-size) max-w-[320px] flex-[1_1_200px] items-center gap-2 rounded-md border border-control px-2.5 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent-mark">
          <Icon name="search" className="size-3.5 text-ink-3" />
          <input
            type="search"
            name="q"
            aria-label="Search pipelines and what they use"
            placeholder="Pipeline or what it uses"
            value={view.q}
            onChange={(event) => change({ q: event.target.value })}
            className="h-full w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-3"
          />
        </span>
        <label className={buttonClass({}, 'md:hidden has-focus-visible:outline-2')}>
          <input type="checkbox" className="peer sr-only" aria-controls="board-choices board-bounds" id="board-more" />
          <Icon name="filter" />
          Filter
        </label>
        <span id="board-choices" className={choicesClass}>
          {facetNames.map((name) => (
            <select
              key={name}
              name={name}
              aria-label={facetWords[name]}
              value={view[name]}
              onChange={(event) => change({ [name]: event.target.value })}
              className={cn(selectClass, 'field-sizing-content md:max-w-[142px]')}
            >
              <option value="">{facetWords[name]}</option>
              <Choices choices={facets[name]} chosen={view[name]} />
            </select>
          ))}
        </span>
        {view.size !== defaultView.size && <input type="hidden" name="size" value={view.size} />}
        <span className="ml-auto flex flex-wrap gap-1">{children}</span>
        <span className="flex w-full flex-wrap items-center gap-2">
          <span id="board-bounds" className={choicesClass}>
            {boundNames.map((name) => (
              <select
                key={name}
                name={name}
                aria-label={`At least: ${bounds[name].words}`}
                value={view[name]}
                onChange={(event) => change({ [name]: Number(event.target.value) })}
                className={cn(selectClass, 'field-sizing-content')}
              >
                <option value={0}>{bounds[name].words}</option>
                {withCurrent(bounds[name].choices, view[name]).map((least) => (
                  <option key={least} value={least}>
                    {`${bounds[name].words}: from ${least}${bounds[name].unit}`}
                  </option>
                ))}
              </select>
            ))}
          </span>
          {chips.map(({ key, words, without }) => (
            <a
              key={key}
              href={paths.scoreboard(boardQuery(without))}
              onClick={(event) => onFollow(without, event)}
              aria-label={`Remove filter: ${words}`}
              className="inline-flex min-h-6 items-center gap-1.5 rounded-full border border-line-strong px-2.5 text-xs hover:bg-hover"
            >
              <bdi className="max-w-[220px] truncate">{words}</bdi>
              <Icon name="close" className="size-3" />
            </a>
          ))}
          {chips.length > 0 && (
            <a
              className="link target text-xs"
              href={paths.scoreboard(boardQuery(cleared))}
              onClick={(event) => onFollow(cleared, event)}
            >
              Clear filters
            </a>
          )}
          <span className="text-xs text-ink-2 tabular-nums">
            {total === all
              ? `${countWords(all)} ${all === 1 ? 'pipeline' : 'pipelines'}`
              : `${countWords(total)} of ${countWords(all)} pipelines`}
          </span>
          <label className="ml-auto flex min-w-0 items-center gap-2 text-xs text-ink-2">
            Sort
            <select
              name="sort"
              value={sortValue(view.order)}
              onChange={(event) => {
                const order = orders.find((known) => sortValue(known) === event.target.value)
                if (order) change({ order })
              }}
              className={cn(selectClass, 'text-ink')}
            >
              {orders.map((order) => (
                <option key={sortValue(order)} value={sortValue(order)}>
                  {orderWords(order)}
                </option>
              ))}
            </select>
          </label>
          <label className="flex min-h-6 items-center gap-1.5 text-xs text-ink-2 max-md:hidden">
            <input
              type="checkbox"
              name="hide"
              value="empty"
              checked={view.hidesEmpty}
              onChange={(event) => onChange({ ...view, hidesEmpty: event.target.checked })}
            />
            Hide empty columns
          </label>
          <noscript>
            <button type="submit" className={buttonClass()}>
              Apply
            </button>
          </noscript>
        </span>
      </form>
    </search>
  )
}

/** Most options in a list; search finds rarer ones. */
const choicesMax = 200

/** Options of a list. There may be hundreds, so they rerender only when they change. */
const Choices = memo(function Choices({
  choices,
  chosen,
}: {
  readonly choices: readonly FacetChoice[]
  readonly chosen: string
}) {
  return (
    <>
      {choicesOf(choices.slice(0, choicesMax), chosen, choices).map(({ value, label, count }) => (
        <option key={value} value={value}>
          {count === 0 ? label : `${label} (${count})`}
        </option>
      ))}
      {choices.length > choicesMax && (
        <option disabled>{`${choices.length - choicesMax} more: search for their names`}</option>
      )}
    </>
  )
})

/** Listed choices plus the selected one, even if the list lacks it. */
function choicesOf(
  listed: readonly FacetChoice[],
  chosen: string,
  all: readonly FacetChoice[],
): readonly FacetChoice[] {
  if (chosen === '' || listed.some(({ value }) => value === chosen)) return listed
  const absent = { value: chosen, label: chosen.split('/').at(-1) ?? chosen, count: 0 }
  return [...listed, all.find(({ value }) => value === chosen) ?? absent]
}

const withCurrent = (choices: readonly number[], value: number): number[] =>
  [...new Set([...choices, ...(value > 0 ? [value] : [])])].sort((a, b) => a - b)

/** Active filters, each with the view without it. */
function chipsOf(view: BoardView, facets: BoardFiltersProps['facets']) {
  const chip = (key: keyof BoardView, words: string, none: string | number) => ({
    key,
    words,
    without: changeView(view, { [key]: none }),
  })
  return [
    ...(view.q === '' ? [] : [chip('q', `Text “${view.q}”`, '')]),
    ...facetNames
      .filter((name) => view[name] !== '')
      .map((name) => {
        const label = choicesOf([], view[name], facets[name])[0]?.label
        return chip(name, `${facetWords[name]} ${label}`, '')
      }),
    ...boundNames
      .filter((name) => view[name] > 0)
      .map((name) => chip(name, `${bounds[name].words} from ${view[name]}${bounds[name].unit}`, 0)),
  ]
}
