import { type HeaderField, headerValue, type Reply } from '../../ground/http/exchange'
import { ProtocolError } from '../../ground/ports/errors'
import { type ArtifactType, typeByName } from '../artifacts/recognise-artifact'
import { entityKinds } from '../rows/compact-scoreboard'
import type { ScoreboardContext } from './scoreboard-endpoint'
import { scoreboardEndpoint } from './scoreboard-endpoint'

/** Allowed thumbnail sizes of a screenshot. */
export const thumbSizes = ['80x80t', '640x0'] as const
/** Allowed thumbnail sizes of a logo. */
export const logoThumbSizes = ['64x64f'] as const
/** Every allowed thumbnail size of any file. */
export const allThumbSizes = [...thumbSizes, ...logoThumbSizes] as const
/** Collections whose records have logos. */
export const entityCollections: readonly string[] = Object.values(entityKinds)

/** `GET /media/executions/{execution_id}/{file}`: a file of an execution, as long as its pipeline is public. */
export const getExecutionArtifact = scoreboardEndpoint((context) =>
  answer(context, 'pipeline_results', context.params.execution_id ?? ''),
)

/** `GET /media/organizations/{organization_id}/{file}`: the logo of an organisation. */
export const getOrganizationLogo = scoreboardEndpoint((context) =>
  answer(context, 'organizations', context.params.organization_id ?? ''),
)

/**
 * `GET /media/entities/{collection}/{record_id}/{file}`: the logo of an entity that pipelines use, as long as it is
 * public.
 */
export const getEntityLogo = scoreboardEndpoint((context) => {
  const { collection = '', record_id: id = '' } = context.params
  if (!entityCollections.includes(collection)) throw notFound()
  return answer(context, collection, id)
})

async function answer({ exchange, params, ports }: ScoreboardContext, collection: string, id: string) {
  const name = params.file ?? ''
  const type = typeByName(name)
  // Files stored here are named by their content; nothing else is served, whoever put it there.
  if (type === null || !/^[A-Za-z0-9]{1,32}$/.test(id) || !/^[\w.-]{1,300}$/.test(name)) throw notFound()
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
 * No cache may keep the file, so that unpublishing takes effect at once. Whatever the file pretends to be, it runs
 * nothing; texts are downloaded, not displayed.
 */
const headersOf = ({ family, mediaType }: ArtifactType): HeaderField[] => [
  ['Content-Type', family === 'text' ? `${mediaType}; charset=utf-8` : mediaType],
  ['Content-Disposition', family === 'text' ? 'attachment' : 'inline'],
  ['Content-Security-Policy', "default-src 'none'; sandbox"],
  ['Cache-Control', 'private, max-age=60'],
  ...(family === 'video' ? ([['Accept-Ranges', 'bytes']] as const) : []),
]

const notFound = (): ProtocolError => new ProtocolError('not_found', 'There is no such file, or it is not public.')
