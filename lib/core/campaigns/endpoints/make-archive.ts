import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Reply } from '../../ground/http/exchange'
import { ProtocolError } from '../../ground/ports/errors'
import { sessionId } from '../../ground/ports/ids'
import { seekerOf } from '../../ground/ports/places'
import type { StatementSigner } from '../../ground/ports/ports'
import type { Session } from '../../ground/ports/store-types'
import type { EpochMillis } from '../../ground/time/time'
import { type BundleFile, type BundlePart, BundleTooLarge, type MadeBundle, makeBundle } from '../bundle/make-bundle'

type Context = Pick<RequestContext, 'exchange' | 'ports' | 'settings' | 'asker'>

/** Makes an archive unless another one is being made. Throws a ProtocolError then. */
export async function alone<Made>(make: () => Promise<Made>, { ports }: Pick<Context, 'ports'>): Promise<Made> {
  const made = await ports.bundles.makeAlone(make)
  if (made === null) throw anotherIsMade()
  return made
}

/** What signs an archive that this address may still have. Throws a ProtocolError where nothing signs, or it had too many. */
export async function signingFor(
  of: 'statement' | 'report',
  { exchange, ports }: Pick<Context, 'exchange' | 'ports'>,
): Promise<StatementSigner> {
  const signing = await ports.statementSigner()
  if (signing === null) throw new ProtocolError('not_found', cannotSign)
  const seconds = ports.bundles.take(of, exchange.remoteAddress, exchange.at)
  if (seconds === 0) return signing
  throw new ProtocolError('too_many_requests', 'Too many bundles were made for this address within an hour.', {}, [
    ['Retry-After', String(seconds)],
  ])
}

/** Makes the archive of these parts on the disk. Throws what `tooLarge` makes of its bound, and other ProtocolErrors. */
export async function archiveOf(
  parts: readonly BundlePart[],
  {
    madeAt,
    signing,
    bytesMax,
    tooLarge,
  }: {
    readonly madeAt: EpochMillis
    readonly signing: StatementSigner
    readonly bytesMax: number
    readonly tooLarge: (description: string) => ProtocolError
  },
  { exchange, ports, settings, asker }: Context,
): Promise<MadeBundle> {
  const { baseUrl } = settings
  const { signer } = signing
  const spool = await ports.bundles.spool(seekerOf({ exchange, asker }))
  return makeBundle(parts, { baseUrl, madeAt, signer, sha256: ports.sha256, bytesMax, spool }).catch(
    (error: unknown) => {
      throw error instanceof BundleTooLarge ? tooLarge(`The bundle would be longer than ${bytesMax} bytes.`) : error
    },
  )
}

/** The files of a session. Throws a ProtocolError once it is deleted, and for a client that has gone. */
export const sessionPart =
  (
    id: string,
    files: (session: Session) => Promise<readonly BundleFile[]>,
    { ports, exchange }: Pick<Context, 'exchange' | 'ports'>,
  ): BundlePart =>
  async () => {
    if (ports.bundles.isGone(exchange.id)) throw new ProtocolError('temporarily_unavailable', 'The client has gone.')
    const session = await ports.store.session(sessionId(id))
    if (session === null) throw evidenceGone()
    return files(session)
  }

/** The response that sends an archive. */
export const archiveReply = ({ bytes, chunks }: MadeBundle, filename: string): Reply => ({
  status: 200,
  headers: [
    ['Content-Type', 'application/x-tar'],
    ['Cache-Control', 'no-store'],
    ['Content-Disposition', `attachment; filename="${filename}"`],
  ],
  body: { kind: 'stream', length: bytes, chunks },
})

/** Whoever asks again gets what is left. */
const evidenceGone = (): ProtocolError =>
  new ProtocolError('temporarily_unavailable', 'Evidence was deleted while the bundle was made: ask again.', {}, [
    ['Retry-After', '1'],
  ])

/** Proxies wait for about a minute: rather ask again than be the sixth in a line. */
const anotherIsMade = (): ProtocolError =>
  new ProtocolError('temporarily_unavailable', 'Another bundle is being made: ask again in a few seconds.', {}, [
    ['Retry-After', '5'],
  ])

const cannotSign =
  'This installation cannot sign bundles: the key of its root is kept elsewhere, and it has no certificate for statement.pem.'
