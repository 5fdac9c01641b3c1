import { type HeaderField, headerValue, type Reply } from '../../ground/http/exchange'
import { ProtocolError } from '../../ground/ports/errors'
import { type ArtifactType, typeByName } from '../artifacts/recognise-artifact'
import { entityKinds } from '../rows/compact-scoreboard'
import type { ScoreboardContext } from './scoreboard-endpoint'
import { scoreboardEndpoint } from './scoreboard-endpoint'

/** Small pictures of a screenshot that may be asked for. */
export const thumbSizes = ['80x80t', '640x0'] as const
/** Small pictures of a logo that may be asked for. */
export const logoThumbSizes = ['64x64f'] as const
/** Every size that some file may be asked for in. */
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

/** `GET /media/entities/{collection}/{record_id}/{file}`: the logo of a thing that pipelines use, as long as it is public. */
export const getEntityLogo = scoreboardEndpoint((context) => {
  const { collection = '', record_id: id = '' } = context.params
  if (!entityCollections.includes(collection)) throw notFound()
  return answer(context, collection, id)
})

/**
 * The type of a file that is kept here under this name, of a record with this id; `null` if none can be. What was kept here was
 * named by its content: nothing else is handed out, whoever put it there.
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
 * Nobody between keeps it: what is unpublished is gone at once. Whatever a file pretends to be, it runs nothing; texts are
 * saved, not shown.
 */
const headersOf = ({ family, mediaType }: ArtifactType): HeaderField[] => [
  ['Content-Type', family === 'text' ? `${mediaType}; charset=utf-8` : mediaType],
  ['Content-Disposition', family === 'text' ? 'attachment' : 'inline'],
  ['Content-Security-Policy', "default-src 'none'; sandbox"],
  ['Cache-Control', 'private, max-age=60'],
  ...(family === 'video' ? ([['Accept-Ranges', 'bytes']] as const) : []),
]

const notFound = (): ProtocolError => new ProtocolError('not_found', 'There is no such file, or it is not public.')
