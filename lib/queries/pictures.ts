import 'server-only'
import { type OutcomeId, toneOf } from '@/lib/core/engine/evidence/outcomes'
import { boardTitle, totalsOf } from '@/lib/core/scoreboard/rows/board-view'
import { countWords } from '@/lib/core/scoreboard/rows/row-words'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { container } from '@/lib/server/container'
import { scoreboard } from './scoreboard'

/** Size of preview pictures, in pixels. */
const size = { width: 1200, height: 630 }

/** The members of a page's metadata that show a picture where links to it are pasted. `path`: where the picture is. */
export const pictureIn = (path: string) => ({
  images: [{ url: `${container().protocolSettings.baseUrl}${path}`, ...size }],
})

/** Whether links to sessions show a picture: where evidence needs a token, who draws the preview has none. */
export const hasSessionPicture = (): boolean => container().operatorToken === null

/** What a preview of a session says below its title: what was wrong, without a value that came; else what this service is. */
export const causeInPreview = (cause: { readonly headline: string } | null) =>
  cause === null ? {} : { description: cause.headline }

/** Preview picture of the scoreboard: its numbers. Throws StoreUnavailable. */
export async function scoreboardPicture(): Promise<Uint8Array> {
  const board = await scoreboard()
  if (board === null) throw new StoreUnavailable('The rows could not be read.')
  const { runs, successes } = totalsOf(board.rows)
  return container().ports.scoreboard.cards.drawPageCard({
    ...{ kind: 'Scoreboard', title: boardTitle(board.rows), tone: 'open' },
    line: runs === 0 ? 'No runs yet' : `${countWords(successes)} of ${countWords(runs)} runs succeeded`,
  })
}

interface PicturedSession {
  readonly outcome: { readonly id: OutcomeId; readonly sentence: string }
  readonly cause: { readonly check: string } | null
}

/** Preview picture of a session: how it ended, and the check that explains it. Nothing in it comes from the wallet. */
export const sessionPicture = ({ outcome, cause }: PicturedSession, title: string): Promise<Uint8Array> =>
  container().ports.scoreboard.cards.drawPageCard({
    kind: title,
    title: cause === null ? outcome.sentence : `${outcome.sentence}: ${cause.check}`,
    tone: toneOf(outcome),
    line: title,
  })
