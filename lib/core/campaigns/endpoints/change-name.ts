import { z } from 'zod'
import { type PlainAnswer, plain } from '../../engine/endpoints/endpoint'
import { withoutMade } from '../../engine/endpoints/entered-text'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { keptName, zName } from '../../engine/sessions/run-options'
import { jsonReply } from '../../ground/http/reply'
import { ProtocolError } from '../../ground/ports/errors'
import { toCampaignId, toSessionId } from '../../ground/ports/ids'
import type { Campaign, Session } from '../../ground/ports/store-types'
import { toBase64url } from '../../ground/values/base64url'
import { readBody } from './read-body'

/** Body of `POST /names`. */
export const zNameRequest = z
  .looseObject({
    run: z.uuid().meta({ description: 'Id of a session of either kind, or of a campaign.' }),
    name: zName('Its new name.'),
    secret: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'The secret whose SHA-256 is rename_digest. The operator token works too.' }),
  })
  .meta({ id: 'NameRequest' })

/** How often the name of a session may change: each change is an event of its record. */
const changesMax = 50

/**
 * `POST /names`: gives a session or a campaign another name. Throws `session_not_found` for an unknown id, `not_your_run`
 * for anybody but its tester and the operator, and `too_many_requests` after too many changes.
 */
export const changeName = plain(async (context): Promise<PlainAnswer> => {
  const asked = readBody(context.exchange, zNameRequest)
  const name = keptName(withoutMade(asked.name, context.ports))
  const run = await runOf(asked.run, context)
  requireRight('sessionId' in run ? run.options.rename_digest : run.renameDigest, asked.secret, context)
  const reply = jsonReply(200, { run: asked.run, name })
  if (!('sessionId' in run)) {
    if (run.name === name) return { reply }
    return { reply, effects: [{ type: 'name', campaignId: run.campaignId, name }] }
  }
  const { sessionId } = run
  const given = (await context.ports.store.events(sessionId)).filter(({ type }) => type === 'session_named')
  if ((given.at(-1)?.detail.name ?? run.options.name) === name) return { reply }
  if (given.length >= changesMax)
    throw new ProtocolError('too_many_requests', `The name of a session can be changed ${changesMax} times.`)
  return { reply, sessionId, events: [{ type: 'session_named', detail: { name } }] }
})

async function runOf(id: string, { ports }: RequestContext): Promise<Session | Campaign> {
  const [sessionId, campaignId] = [toSessionId(id), toCampaignId(id)]
  const session = sessionId && (await ports.store.session(sessionId))
  const found = session ?? (campaignId && (await ports.store.campaign(campaignId)))
  if (!found) throw new ProtocolError('session_not_found', 'No session and no campaign has this id, or it was deleted.')
  return found
}

function requireRight(digest: string | undefined, secret: string | undefined, { asker, ports }: RequestContext): void {
  if (asker === 'operator') return
  if (digest !== undefined && secret !== undefined && toBase64url(ports.sha256(secret)) === digest) return
  throw new ProtocolError(
    'not_your_run',
    'Only the browser that started this run, or whoever holds the operator token, can change its name.',
  )
}
