import { cn } from '@/lib/cn'
import {
  type BoardPage,
  type BoardView,
  boardQuery,
  pageSizes,
  type totalsOf,
} from '@/lib/core/scoreboard/rows/board-view'
import { countWords, shortRateWords } from '@/lib/core/scoreboard/rows/row-words'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { Note } from '../ui/note'
import { RelativeTime } from '../ui/time'

interface BoardHeaderProps {
  /** `null` while loading: bars are shown instead. */
  readonly totals: ReturnType<typeof totalsOf> | null
  /** RFC 3339; '' before the first aggregation. */
  readonly committedAt: string
  readonly now: number
}

const successWords = ({ runs, successes }: ReturnType<typeof totalsOf>): string =>
  runs === 0 ? '—' : shortRateWords(runs, successes)

/** As tall as a figure. */
const bar = <span className="block w-12 rounded-sm bg-line text-transparent">0</span>

function Figure({ words, children }: { readonly words: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-xs text-ink-2">{words}</dt>
      <dd className="text-base font-semibold tabular-nums md:text-lg">{children}</dd>
    </div>
  )
}

/** Introduction and totals of the scoreboard. */
export function BoardHeader({ totals, committedAt, now }: BoardHeaderProps) {
  const figures = totals === null ? null : [countWords(totals.pipelines), countWords(totals.runs), successWords(totals)]
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-3 pt-6 pb-4">
      <div className="mr-auto">
        <h1 className="text-2xl">Scoreboard</h1>
        <p className="mt-1 text-ink-2">What wallets can do, from runs with evidence that you can open.</p>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 max-md:w-full max-md:justify-between max-md:gap-x-3">
        {['pipelines', 'runs', 'succeeded'].map((words, place) => (
          <Figure key={words} words={words}>
            {figures?.[place] ?? bar}
          </Figure>
        ))}
        {(totals === null || committedAt !== '') && (
          <Figure words="updated">{totals === null ? bar : <RelativeTime at={committedAt} now={now} />}</Figure>
        )}
      </dl>
    </div>
  )
}

interface BoardNotesProps {
  readonly committedAt: string
  /** Age in milliseconds from which rows get a notice. */
  readonly staleMillis: number
  readonly staleRows: number
  readonly now: number
  /** The service does not respond. */
  readonly lost: boolean
  /** Retries the request. */
  readonly onRetry: () => void
  /** Newer rows are available. */
  readonly newer: boolean
  readonly onShowNewer: () => void
  /** What the address says that the table does not understand, as sentences. */
  readonly unknown: readonly string[]
}

/** Notices about the rows shown. */
export function BoardNotes({
  committedAt,
  staleMillis,
  staleRows,
  now,
  lost,
  onRetry,
  newer,
  onShowNewer,
  unknown,
}: BoardNotesProps) {
  const isOld = committedAt !== '' && now - Date.parse(committedAt) > staleMillis
  return (
    <div className="grid gap-2 empty:hidden [&>*]:mb-2" aria-live="polite">
      {isOld && (
        <Note kind="warning">
          These results are old. They were last aggregated <RelativeTime at={committedAt} now={now} />.
        </Note>
      )}
      {unknown.map((words) => (
        <Note key={words} kind="information">
          <bdi>{words}</bdi>
        </Note>
      ))}
      {staleRows > 0 && (
        <Note kind="information">
          {`${staleRows} ${staleRows === 1 ? 'row holds' : 'rows hold'} older numbers from an organisation that did not respond; they are marked “partly older”.`}
        </Note>
      )}
      {lost && (
        <Note kind="warning">
          The service is not responding. These are the last rows received.{' '}
          <button type="button" className={buttonClass({ size: 'small' })} onClick={onRetry}>
            Try again
          </button>
        </Note>
      )}
      {newer && (
        <Note kind="information">
          New results are available.{' '}
          <button type="button" className={buttonClass({ size: 'small' })} onClick={onShowNewer}>
            Show them
          </button>
        </Note>
      )}
    </div>
  )
}

interface BoardPagerProps {
  readonly view: BoardView
  readonly shown: Pick<BoardPage, 'page' | 'pages' | 'total'> & { readonly size: number }
  readonly onChange: (view: BoardView, event: React.MouseEvent) => void
}

/** Page and size links, which work without JavaScript too. */
export function BoardPager({ view, shown, onChange }: BoardPagerProps) {
  const { page, pages, total, size } = shown
  const [from, to] = [(page - 1) * size + 1, Math.min(total, page * size)]
  const link = (key: string, words: string, target: Partial<BoardView>, current = false, name?: string) => {
    // Later pages depend on the page size, so their URLs include it.
    const next = { ...view, ...((target.page ?? 1) > 1 ? { size } : {}), ...target }
    return (
      <a
        key={key}
        href={paths.scoreboard(boardQuery(next))}
        aria-current={current ? (target.size === undefined ? 'page' : 'true') : undefined}
        aria-label={name}
        onClick={(event) => onChange(next, event)}
        className={cn(
          'inline-grid h-8 min-w-8 place-items-center rounded-md px-1.5 tabular-nums',
          current ? 'bg-solid text-inverse' : 'hover:bg-hover',
        )}
      >
        {words}
      </a>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-3 py-2.5 text-sm text-ink-2">
      <span className="tabular-nums">{`${countWords(from)}–${countWords(to)} of ${countWords(total)}`}</span>
      {pages > 1 && (
        <nav aria-label="Pages of the scoreboard" className="flex flex-wrap gap-0.5">
          {page > 1 && link('first', '«', { page: 1 }, false, 'First page')}
          {page > 1 && link('previous', '‹', { page: page - 1 }, false, 'Previous page')}
          {numbersAround(page, pages).map((number) =>
            link(String(number), String(number), { page: number }, number === page, `Page ${number}`),
          )}
          {page < pages && link('next', '›', { page: page + 1 }, false, 'Next page')}
          {page < pages && link('last', '»', { page: pages }, false, 'Last page')}
        </nav>
      )}
      <nav aria-label="Rows per page" className="ml-auto flex items-center gap-0.5">
        <span className="mr-1">Rows</span>
        {pageSizes.map((rows) =>
          link(String(rows), String(rows), { size: rows, page: 1 }, rows === size, `${rows} rows`),
        )}
      </nav>
    </div>
  )
}

/** Up to seven page numbers around the current one. */
function numbersAround(page: number, pages: number): number[] {
  const count = Math.min(7, pages)
  const first = Math.max(1, Math.min(page - 3, pages - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}

interface BoardToolsProps {
  /** URL of the view. */
  readonly address: string
  /** Whether all rows are loaded; until then no file can be written. */
  readonly isReady: boolean
  readonly onSave: (form: 'csv' | 'json') => void
}

/** Exports of a view: its link, and its rows as a file. */
export function BoardTools({ address, isReady, onSave }: BoardToolsProps) {
  return (
    <>
      <CopyButton text={address} what="link to this view" label="Copy link" asAddress />
      {(['csv', 'json'] as const).map((form) => (
        <button
          key={form}
          type="button"
          disabled={!isReady}
          className={buttonClass({ look: 'quiet' })}
          onClick={() => onSave(form)}
        >
          <Icon name="download" />
          {form.toUpperCase()}
        </button>
      ))}
    </>
  )
}

/** Hints that the table scrolls sideways where the columns do not fit. */
export function SidewaysNote() {
  return (
    <div className="@container print:hidden">
      <p className="hidden px-3 py-1.5 text-xs text-ink-3 md:block @board-table:hidden">
        The table goes on to the right: scroll it sideways.
      </p>
    </div>
  )
}
