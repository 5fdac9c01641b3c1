import type { z } from 'zod'
import { readBody } from '../../campaigns/endpoints/campaign-endpoint'
import type { DecidedEffect } from '../../engine/endpoints/decided'
import { plain } from '../../engine/endpoints/endpoint'
import { withoutMade } from '../../engine/endpoints/entered-text'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { keptName } from '../../engine/sessions/run-options'
import { newWorkbenchId, usedAt, workbenchDigests } from '../../engine/sessions/workbench'
import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import type { Workbench } from '../../shared/ports/workbench'
import type { EpochMillis } from '../../shared/time/time'
import { isSameJson } from '../../shared/values/json'
import { codeEndsAt, withLivingCode } from '../code-life'
import { formerSettings } from '../former-settings'
import { readSettings } from '../settings'
import { workbenchView } from '../workbench-view'
import { zWorkbenchChange, zWorkbenchRequest } from '../z-workbench'
import { requireWorkbench } from './workbench-endpoint'

/** Maximum number of workbenches that have not ended. */
const workbenchesMax = 10_000

/** A visit prolongs the life of a workbench at most this often, so that reading it seldom writes. */
const prolongEveryMillis = 3_600_000

/** The names in a request, as they are kept. */
function namesOf(
  { name, wallet }: Pick<z.infer<typeof zWorkbenchRequest>, 'name' | 'wallet'>,
  { ports }: Pick<RequestContext, 'ports'>,
): Pick<Workbench, 'name' | 'wallet'> {
  const kept = (text: string) => keptName(withoutMade(text, ports))
  return {
    ...(name === undefined ? {} : { name: kept(name) }),
    ...(wallet === undefined ? {} : { wallet: { name: kept(wallet.name), version: kept(wallet.version) } }),
  }
}

const viewOf = (workbenchId: string, workbench: Workbench, context: RequestContext) =>
  workbenchView(workbenchId, workbench, {
    baseUrl: context.settings.baseUrl,
    keyedHash: context.ports.keyedHash,
    codeEndsAt: codeEndsAt(workbench, context),
  })

/** `POST /workbenches`: makes one; 201 once it is stored. Throws `insufficient_storage` while there are too many. */
export const createWorkbench = plain(async (context) => {
  const { exchange, ports } = context
  const { issuance = {}, presentation = {}, ...names } = readBody(exchange, zWorkbenchRequest)
  if ((await ports.store.livingWorkbenches(exchange.at)) >= workbenchesMax)
    throw new ProtocolError(
      'insufficient_storage',
      'This service keeps as many workbenches as it can: the ones that nobody uses end by themselves.',
    )
  const workbenchId = newWorkbenchId(ports.random)
  const workbench: Workbench = {
    ...workbenchDigests(workbenchId, 0, ports),
    viewNumber: 0,
    version: 1,
    ...namesOf(names, context),
    ...(await readSettings({ issuance, presentation }, context)),
    lastNumber: 0,
    createdAt: exchange.at,
    ...usedAt(exchange.at),
  }
  return { reply: jsonReply(201, viewOf(workbenchId, workbench, context)), workbench }
})

/** Prolongs the life of a workbench that is visited; nothing if it was visited shortly before. */
export const visit = (workbench: Workbench, at: EpochMillis): readonly DecidedEffect[] =>
  at - workbench.usedAt < prolongEveryMillis
    ? []
    : [{ type: 'rework', workbench: { ...workbench, ...usedAt(at) }, replaces: workbench.version }]

/** `GET /workbenches/{workbenchId}`: with another code, once the certificate that its code names has expired. */
export const getWorkbench = plain(async (context) => {
  const { at } = context.exchange
  const { workbenchId, workbench: stored } = await requireWorkbench(context)
  const workbench = await withLivingCode(stored, context)
  return {
    reply: jsonReply(200, viewOf(workbenchId, workbench, context)),
    effects:
      workbench === stored
        ? visit(stored, at)
        : [{ type: 'rework', workbench: { ...workbench, ...usedAt(at) }, replaces: stored.version }],
  }
})

/** `PATCH /workbenches/{workbenchId}`: replaces the members that the body has. Another code is the caller's to announce. */
export const changeWorkbench = plain(async (context) => {
  const { exchange, ports } = context
  const { workbenchId, workbench } = await requireWorkbench(context)
  const {
    issuance,
    presentation,
    new_view: isNewView,
    keep_code: keepsCode,
    ...names
  } = readBody(exchange, zWorkbenchChange)
  const asked = { issuance: issuance ?? workbench.issuance, presentation: presentation ?? workbench.presentation }
  const isSame =
    isSameJson(asked.issuance, workbench.issuance) && isSameJson(asked.presentation, workbench.presentation)
  const read = isSame ? null : await readSettings(asked, context)
  if (keepsCode && read !== null && !isSameJson({ ...read.code }, { ...workbench.code }))
    throw new ProtocolError(
      'code_would_change',
      'This changes the code: wallets that scan the one you have reach the old verifier, scheme or method. Nothing was changed.',
    )
  const viewNumber = workbench.viewNumber + (isNewView ? 1 : 0)
  const changed: Workbench = {
    ...workbench,
    ...namesOf(names, context),
    ...(read === null ? {} : { ...read, former: formerSettings(workbench, read) }),
    ...workbenchDigests(workbenchId, viewNumber, ports),
    viewNumber,
    version: workbench.version + 1,
    ...usedAt(exchange.at),
  }
  return {
    reply: jsonReply(200, viewOf(workbenchId, changed, context)),
    effects: [{ type: 'rework', workbench: changed, replaces: workbench.version }],
  }
})

/** `DELETE /workbenches/{workbenchId}`: ends it with its addresses. Its sessions stay as long as any. */
export const deleteWorkbench = plain(async (context) => {
  const { workbench } = await requireWorkbench(context)
  const ended: Workbench = { ...workbench, version: workbench.version + 1, expiresAt: context.exchange.at }
  return {
    reply: { status: 204, headers: [['Cache-Control', 'no-store']], body: null },
    effects: [{ type: 'rework', workbench: ended, replaces: workbench.version }],
  }
})
