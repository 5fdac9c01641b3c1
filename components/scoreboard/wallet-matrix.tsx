import { capabilities } from '@/lib/core/scoreboard/pipelines/run-types'
import {
  capabilityWords,
  countSentence,
  type WalletCount,
  type WalletRow,
} from '@/lib/core/scoreboard/rows/wallet-rows'
import { paths } from '@/lib/paths'
import { Icon } from '../ui/icon'
import { RelativeTime } from '../ui/time'
import { Avatar } from './entity-list'
import { LastRuns } from './last-runs'

interface WalletMatrixProps {
  readonly rows: readonly WalletRow[]
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
}

/** Wallets by name, a line each: what they were tested for, how often they passed, and their last runs. */
export function WalletMatrix({ rows, now }: WalletMatrixProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a region that scrolls sideways, and nothing else
    <div
      role="region"
      aria-label="What wallets can do"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a pointer scroll it with the keyboard
      tabIndex={0}
      className="relative overflow-x-auto overflow-y-hidden rounded-md border border-line bg-surface"
    >
      <table className="w-full min-w-[1260px] table-fixed border-separate border-spacing-0 text-sm">
        <caption className="sr-only">Wallets, with how many of their tests passed by capability</caption>
        <thead>
          <tr className="text-xs text-ink-2 [&>th]:border-b [&>th]:border-line-strong [&>th]:bg-sunk [&>th]:px-1 [&>th]:py-2 [&>th]:font-[550] [&>th]:whitespace-nowrap">
            <th scope="col" className="sticky left-0 z-10 w-[148px] pl-3! text-left md:w-[230px]">
              Wallet
            </th>
            {capabilities.map((id) => (
              <th key={id} scope="col" className="text-center">
                {capabilityWords[id]}
              </th>
            ))}
            <th scope="col" className="w-[128px] text-center">
              Last 20 runs
            </th>
            <th scope="col" className="w-[104px] pr-3! text-right">
              Updated
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <WalletLine key={`${row.path} ${row.version}`} row={row} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function WalletLine({ row, now }: { readonly row: WalletRow; readonly now: number }) {
  const { path, name, version, counts, lastRuns, updated } = row
  const runs = `${paths.scoreboard(`?${new URLSearchParams({ wallet: path })}`)}#pipelines`
  return (
    <tr className="h-10 [&>*]:h-10 [&>*]:border-b [&>*]:border-line [&>*]:p-0 last:[&>*]:border-b-0">
      <th scope="row" className="sticky left-0 z-[5] bg-surface pl-3! text-left font-normal">
        <span className="flex min-w-0 items-center gap-2">
          <Avatar name={name} />
          <a href={runs} title={name} className="min-w-0 truncate py-[3px] font-medium hover:underline">
            <bdi>{version === 'built in' ? name.replace(/ \(built in\)$/, '') : name}</bdi>
          </a>
          {version !== '' && (
            <span className="max-w-[45%] shrink-0 truncate text-xs text-ink-3" title={version}>
              <bdi>{version}</bdi>
            </span>
          )}
        </span>
      </th>
      {capabilities.map((id) => (
        <td key={id} className="text-center">
          <CountCell words={countSentence(id, counts[id])} count={counts[id]} href={runs} />
        </td>
      ))}
      <td>
        <span className="flex justify-center">
          <LastRuns marks={lastRuns} />
        </span>
      </td>
      <td className="pr-3! text-right text-xs whitespace-nowrap text-ink-3">
        {updated !== '' && <RelativeTime at={updated} now={now} />}
      </td>
    </tr>
  )
}

interface CountCellProps {
  /** What the cell says, for readers of the screen. */
  readonly words: string
  readonly count: WalletCount | undefined
  /** The pipelines whose runs it counts, with their evidence. */
  readonly href: string
}

/** Passed of all, with a bar of green and red. The tick stands only where all passed. */
function CountCell({ words, count, href }: CountCellProps) {
  if (count === undefined)
    return (
      <>
        <span aria-hidden="true" className="text-ink-3">
          ·
        </span>
        <span className="sr-only">not tested</span>
      </>
    )
  const { passed, total } = count
  return (
    <a
      href={href}
      title="The pipelines of these runs, with their evidence"
      className="mx-auto grid w-20 gap-1 rounded-sm px-1 py-1 tabular-nums hover:bg-hover"
    >
      <span className="sr-only">{words}</span>
      <span aria-hidden="true" className="flex items-center justify-center gap-1 leading-4">
        {passed === total && <Icon name="pass" className="size-3.5 text-pass-ink" />}
        <span>
          <b className="font-[550]">{passed}</b>
          <span className="text-ink-3">{`/${total}`}</span>
        </span>
      </span>
      <span className="block h-1 overflow-hidden rounded-full bg-fail-mark">
        <span className="block h-full bg-pass-mark" style={{ width: `${(passed / total) * 100}%` }} />
      </span>
    </a>
  )
}
