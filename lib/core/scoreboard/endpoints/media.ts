import { z } from 'zod'
import { type HeaderField, headerValue, type Reply } from '../../shared/http/exchange'
import { ProtocolError, StoreUnavailable } from '../../shared/ports/errors'
import { filterOf, isPipelinePath } from '../../shared/ports/filter'
import type { PipelineCard } from '../artifacts/cards'
import { pipelineBadge, type RunNumbers } from '../artifacts/pipeline-badge'
import { type ArtifactType, typeByName } from '../artifacts/recognise-artifact'
import { resultsShown } from '../results-shown'
import { entityKinds } from '../rows/compact-scoreboard'
import { type ScoreboardContext, scoreboardEndpoint } from './scoreboard-endpoint'

/** Thumbnail sizes of screenshots. */
export const thumbSizes = ['80x80t', '640x0'] as const

/** Thumbnail sizes of logos. */
export const logoThumbSizes = ['64x64f'] as const

/** All thumbnail sizes. */
export const allThumbSizes = [...thumbSizes, ...logoThumbSizes] as const

/** Collections whose records have logos. */
export const entityCollections: readonly string[] = Object.values(entityKinds)

/** `GET /media/executions/{execution_id}/{file}`: a file of an execution, while its pipeline is public. */
export const getExecutionArtifact = scoreboardEndpoint((context) =>
  answer(context, 'pipeline_results', context.params.execution_id ?? ''),
)

/** `GET /media/organizations/{organization_id}/{file}`: the logo of an organisation. */
export const getOrganizationLogo = scoreboardEndpoint((context) =>
  answer(context, 'organizations', context.params.organization_id ?? ''),
)

/**
 * `GET /media/entities/{collection}/{record_id}/{file}`: the logo of a wallet, issuer or other entity, while it is
 * public.
 */
export const getEntityLogo = scoreboardEndpoint((context) => {
  const { collection = '', record_id: id = '' } = context.params
  if (!entityCollections.includes(collection)) throw notFound()
  return answer(context, collection, id)
})

/**
 * The type of a stored file, from its name and record id; `null` if we never stored such a file. Our stored names
 * derive from content, so nothing else is served, whoever put it there.
 */
export function keptType(id: string, name: string): ArtifactType | null {
  const named = /^[A-Za-z0-9]{1,32}$/.test(id) && /^[\w.-]{1,300}$/.test(name)
  return named ? typeByName(name) : null
}

async function answer({ exchange, params, ports }: ScoreboardContext, collection: string, id: string) {
  const name = params.file ?? ''
  const type = keptType(id, name)
  if (type === null) throw notFound()
  const wanted = new URLSearchParams(exchange.query ?? '').get('thumb')
  const thumb = allThumbSizes.find((size) => size === wanted) ?? null
  const range = type.family === 'video' ? headerValue(exchange, 'range') : null
  const file = await ports.scoreboard.openPublicFile({ collection, id, name, thumb, range })
  if (file.status === 404) throw notFound()
  const { status, bytes, chunks } = file
  const partial: HeaderField[] = file.contentRange === null ? [] : [['Content-Range', file.contentRange]]
  const headers = [...headersOf(type), ...partial]
  const reply: Reply = { status, headers, body: { kind: 'stream', length: bytes, chunks } }
  return { reply }
}

/**
 * Not cached by intermediaries, so unpublishing takes effect at once. Whatever a file claims to be, it cannot run; text
 * is downloaded, not shown.
 */
const headersOf = ({ family, mediaType }: ArtifactType): HeaderField[] => [
  ['Content-Type', family === 'text' ? `${mediaType}; charset=utf-8` : mediaType],
  ['Content-Disposition', family === 'text' ? 'attachment' : 'inline'],
  ['Content-Security-Policy', "default-src 'none'; sandbox"],
  ['Cache-Control', 'private, max-age=60'],
  ...(family === 'video' ? ([['Accept-Ranges', 'bytes']] as const) : []),
]

const notFound = (): ProtocolError => new ProtocolError('not_found', 'There is no such file, or it is not public.')

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
 * `GET /badge/pipeline/{organization}/{file}`: a picture of a public pipeline. `{slug}.svg` is a badge, `{slug}.png` a
 * preview card for links to its page.
 */
export const getPipelinePicture = scoreboardEndpoint(async (context) => {
  const { organization = '', file = '' } = context.params
  const [, slug = '', form = ''] = /^(.+)\.(svg|png)$/su.exec(file) ?? []
  const path = `${organization}/${slug}`
  const card = isPipelinePath(path) ? await cardOf(path, context) : null
  if (card === null) throw new ProtocolError('not_found', 'There is no such pipeline, or it is not public.')
  const text = form === 'svg' ? pipelineBadge(card.numbers) : null
  const bytes =
    text === null ? await context.ports.scoreboard.cards.drawPipelineCard(card) : new TextEncoder().encode(text)
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
