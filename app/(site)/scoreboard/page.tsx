import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { boardSorts, emptyColumns, sortOf } from '@/components/scoreboard/board-columns'
import { ScoreboardTable } from '@/components/scoreboard/scoreboard-table'
import { WalletSection } from '@/components/scoreboard/wallet-section'
import { StorageAway } from '@/components/site/fallback-pages'
import {
  boardQuery,
  boardTitle,
  pageOf,
  readBoardView,
  totalsOf,
  usualSizes,
} from '@/lib/core/scoreboard/rows/board-view'
import { facetsOf, filterRows } from '@/lib/core/scoreboard/rows/filter-rows'
import { orderRows } from '@/lib/core/scoreboard/rows/order-rows'
import { unknownParameters } from '@/lib/core/scoreboard/rows/unknown-parameters'
import { paths } from '@/lib/paths'
import { firstParam, type SearchParams } from '@/lib/queries/inspector-target'
import { pictureIn } from '@/lib/queries/pictures'
import { scoreboard } from '@/lib/queries/scoreboard'
import { awayFrom } from '@/lib/queries/storage-away'
import { walletCapabilities } from '@/lib/queries/wallet-capabilities'
import { renderedPaths } from '@/lib/rendered-paths'

const description = 'What wallets can do, and how often each test pipeline succeeded, from runs with evidence.'

export async function generateMetadata(): Promise<Metadata> {
  const board = (await awayFrom()) === null ? await scoreboard() : null
  const title = board === null ? 'Scoreboard' : boardTitle(board.rows)
  return {
    title,
    description,
    alternates: { canonical: paths.scoreboard() },
    openGraph: {
      ...{ siteName: 'Wallet Capture', title, description, type: 'website' },
      ...pictureIn(renderedPaths.scoreboardPicture()),
    },
    twitter: { card: 'summary_large_image' },
  }
}

/** Filter choices in the first page; the browser loads the others with the rows. */
const choicesMax = 30

export default async function ScoreboardPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const [params, board, wallets] = await Promise.all([
    searchParams,
    awayFrom().then((away) => (away === null ? scoreboard() : null)),
    awayFrom().then((away) => (away === null ? walletCapabilities() : null)),
  ])
  const view = readBoardView((name) => firstParam(params, name), boardSorts)
  if (board === null) return <StorageAway path={paths.scoreboard(boardQuery(view))} />
  const { rows, ...state } = board
  const now = Date.now()
  const isPhone = /\bMobi/.test((await headers()).get('user-agent') ?? '')
  const usualSize = isPhone ? usualSizes.phone : usualSizes.desktop
  const facets = facetsOf(rows)
  const firstChoices = {
    wallet: facets.wallet.slice(0, choicesMax),
    issuer: facets.issuer.slice(0, choicesMax),
    verifier: facets.verifier.slice(0, choicesMax),
    suite: facets.suite.slice(0, choicesMax),
    runner: facets.runner.slice(0, choicesMax),
    org: facets.org.slice(0, choicesMax),
  }
  const named = Object.keys(params).map((name) => [name, firstParam(params, name) ?? ''] as const)
  const ordered = orderRows(rows, sortOf(view.order.by), view.order.descending)
  return (
    <div className="mx-auto max-w-board px-4 md:px-6">
      <ScoreboardTable
        first={{
          ...pageOf(ordered, view, usualSize),
          totals: totalsOf(rows),
          facets: firstChoices,
          ...state,
          usualSize,
          empty: view.hidesEmpty ? emptyColumns(filterRows(ordered, view)).map(({ id }) => id) : [],
          unknown: unknownParameters(named, boardSorts, facets),
        }}
        initialView={view}
        now={now}
      >
        {wallets !== null && wallets.length > 0 ? <WalletSection rows={wallets} now={now} /> : null}
      </ScoreboardTable>
    </div>
  )
}
