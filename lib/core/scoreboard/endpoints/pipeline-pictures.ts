import { z } from 'zod'
import type { HeaderField } from '../../ground/http/exchange'
import { ProtocolError, StoreUnavailable } from '../../ground/ports/errors'
import { filterOf, isPipelinePath } from '../../ground/ports/filter'
import { pipelineBadge, type RunNumbers } from '../artifacts/pipeline-badge'
import type { PipelineCard } from '../artifacts/pipeline-card'
import { resultsShown } from '../results-shown'
import type { ScoreboardContext } from './scoreboard-endpoint'
import { scoreboardEndpoint } from './scoreboard-endpoint'

const zFound = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      scoreboard_visibility: z.string(),
      expand: z.object({ owner: z.object({ name: z.string() }) }),
    }),
  ),
})

/**
 * `GET /badge/pipeline/{organization}/{file}`: a picture of a public pipeline: `{slug}.svg` is a badge, `{slug}.png` a
 * preview card for links to its page.
 */
export const getPipelinePicture = scoreboardEndpoint(async (context) => {
  const { organization = '', file = '' } = context.params
  const [, slug = '', form = ''] = /^(.+)\.(svg|png)$/su.exec(file) ?? []
  const path = `${organization}/${slug}`
  const card = isPipelinePath(path) ? await cardOf(path, context) : null
  if (card === null) throw new ProtocolError('not_found', 'There is no such pipeline, or it is not public.')
  const text = form === 'svg' ? pipelineBadge(card.numbers) : null
  const bytes = text === null ? await context.ports.scoreboard.drawPipelineCard(card) : new TextEncoder().encode(text)
  return {
    reply: {
      status: 200,
      headers: [['Content-Type', text === null ? 'image/png' : 'image/svg+xml'], ...headers],
      body: { kind: 'bytes', bytes },
    },
  }
})

/** May be embedded anywhere, runs nothing, and must be revalidated each time, so that hiding takes effect at once. */
const headers: readonly HeaderField[] = [
  ['Content-Security-Policy', "default-src 'none'; sandbox"],
  ['Cache-Control', 'no-cache'],
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
]

/** The public data of a pipeline, read without a token; `null` if there is none. */
async function cardOf(path: string, { ports }: ScoreboardContext): Promise<PipelineCard | null> {
  const query = new URLSearchParams({
    filter: filterOf(['path', '=', { path }], ['published', '=', { flag: true }]),
    expand: 'owner',
    perPage: '1',
    skipTotal: '1',
  })
  const { status, body } = await ports.scoreboard.readPublic('pipelines/records', `${query}`)
  if (status !== 200) throw new StoreUnavailable(`PocketBase responded to the reading of pipelines with ${status}.`)
  const [pipeline] = zFound.parse(JSON.parse(body)).items
  if (pipeline === undefined) return null
  const numbers = resultsShown(pipeline.scoreboard_visibility) ? await numbersOf(path, ports) : 'withheld'
  return { name: pipeline.name, organization: pipeline.expand.owner.name, numbers }
}

async function numbersOf(path: string, ports: ScoreboardContext['ports']): Promise<RunNumbers> {
  const { document } = await ports.scoreboard.snapshot()
  const row = document.rows.find(
    ([name, slug, owner]) => name !== null && `${document.organizations[owner]?.[1]}/${slug}` === path,
  )
  return row === undefined ? 'none' : { runs: row[3], successes: row[4] }
}
